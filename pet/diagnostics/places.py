"""What kind of place a folder is: a local disk, a network share, or a folder a cloud keeps."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_NETWORK: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "davfs"}
    | {"fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.glusterfs", "fuse.s3fs"}
)
# A folder of this name, anywhere above, belongs to the service.
_NAMES: Final = (
    (re.compile(r"dropbox( \(.*\))?", re.IGNORECASE), "Dropbox"),
    (re.compile(r"onedrive( ?- ?.*)?", re.IGNORECASE), "OneDrive"),
    (re.compile(r"google ?drive|my drive", re.IGNORECASE), "Google Drive"),
    (re.compile(r"icloud ?drive|mobile documents", re.IGNORECASE), "iCloud"),
    (re.compile(r"nextcloud\d?", re.IGNORECASE), "Nextcloud"),
    (re.compile(r"owncloud", re.IGNORECASE), "ownCloud"),
    (re.compile(r"pclouddrive|pcloud ?drive", re.IGNORECASE), "pCloud"),
    (re.compile(r"megasync|mega sync", re.IGNORECASE), "MEGA"),
)
# A file or folder of this name, in any folder above, is how the service marks what it keeps.
_MARKS: Final = (
    (".dropbox", "Dropbox"),  # ~/.dropbox is a folder, and no mark
    (".stfolder/", "Syncthing"),
    (".sync/ID", "Resilio Sync"),
    (".owncloudsync.log", "ownCloud"),
    (".nextcloudsync.log", "Nextcloud"),
)


def cloud_service(folder: Path, environ: Mapping[str, str] | None = None) -> str | None:
    """The service that copies *folder* elsewhere behind our back, or None."""
    environ = os.environ if environ is None else environ
    above = (folder, *folder.parents)
    onedrive = environ.get("OneDrive")
    if onedrive and Path(onedrive) in above:
        return "OneDrive"
    for place in above:
        if found := _service_of(place):
            return found
    return None


def network_filesystem(folder: Path, mountinfo: str) -> str | None:
    """The kind of network share *folder* lies on, or None.

    *mountinfo* is /proc/self/mountinfo (proc(5)); empty where a system has none.
    """
    if str(folder).startswith(("\\\\", "//")):
        return "share"
    best, kind = "", ""
    for line in mountinfo.splitlines():
        mount, filesystem = _mount(line)
        if mount and _is_below(folder, mount) and len(mount) >= len(best):
            best, kind = mount, filesystem  # a later mount at one place covers the earlier
    return kind if kind in _NETWORK else None


def conflicting_copies(database: Path) -> tuple[str, ...]:
    """The names of the copies that a sync program left beside *database*: two computers wrote it.

    "pet (conflicted copy).db", "pet.sync-conflict-….db", "pet-LAPTOP.db", "pet (1).db".
    """
    beside = database.parent.glob(f"{database.stem}?*{database.suffix}")
    return tuple(sorted(file.name for file in beside if file.is_file()))


def _service_of(place: Path) -> str | None:
    for pattern, service in _NAMES:
        if pattern.fullmatch(place.name):
            return service
    for mark, service in _MARKS:
        with contextlib.suppress(OSError):  # a folder above that we may not look into
            if (place / mark).is_file() or (mark.endswith("/") and (place / mark).is_dir()):
                return service
    return None


def _mount(line: str) -> tuple[str, str]:
    """The mount point and file system of one line; the optional fields end with a lone dash."""
    before, dash, after = line.partition(" - ")
    fields = before.split()
    if not dash or len(fields) < 5 or not after.split():
        return "", ""
    point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
    return point, after.split()[0]


def _is_below(folder: Path, mount: str) -> bool:
    return folder == Path(mount) or Path(mount) in folder.parents
