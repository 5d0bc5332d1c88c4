"""What kind of place a folder is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pet.diagnostics.places import cloud_service, network_filesystem

MOUNTS = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
41 40 0:41 / /srv/mina/local rw - ext4 /dev/sdb rw
40 22 0:40 / /srv rw shared:2 - nfs4 server:/srv rw,vers=4.2
42 22 0:42 / /mnt/two\\040words rw - cifs //nas/x rw
43 22 0:43 / /sync rw - fuse.sshfs u@h: rw
44 43 0:44 / /sync rw - tmpfs tmpfs rw
broken line
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/data", None),
        ("/srv/mina/pet", "nfs4"),
        ("/srv", "nfs4"),
        ("/srvs/x", None),
        ("/srv/mina/local/pet", None),
        ("/mnt/two words/pet", "cifs"),
        ("/sync/pet", None),
        ("//nas/share/pet", "share"),
    ],
)
def test_a_network_share_is_found_by_its_nearest_mount(folder, kind):
    assert network_filesystem(Path(folder), MOUNTS) == kind


def test_without_a_list_of_mounts_nothing_is_claimed():
    assert network_filesystem(Path("/data"), "") is None


@pytest.mark.parametrize(
    ("folder", "service"),
    [
        ("Dropbox/pet", "Dropbox"),
        ("Dropbox (Work)/pet", "Dropbox"),
        ("OneDrive - Firma/pet", "OneDrive"),
        ("Library/Mobile Documents/x", "iCloud"),
        ("Nextcloud/a/b", "Nextcloud"),
        ("dropboxes/pet", None),
        ("mega/pet", None),
        (".local/share/desktop-pet", None),
    ],
)
def test_a_cloud_folder_is_known_by_name(tmp_path, folder, service):
    assert cloud_service(tmp_path / folder, {}) == service


def test_a_cloud_folder_is_known_by_its_mark(tmp_path):
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / ".dropbox").write_text("")
    (tmp_path / "st" / ".stfolder").mkdir(parents=True)
    assert cloud_service(tmp_path / "box" / "a" / "pet", {}) == "Dropbox"
    assert cloud_service(tmp_path / "st" / "pet", {}) == "Syncthing"


def test_the_settings_folder_of_a_service_is_no_mark(tmp_path):
    (tmp_path / ".dropbox").mkdir()
    assert cloud_service(tmp_path / ".local" / "pet", {}) is None


def test_windows_says_where_onedrive_is(tmp_path):
    assert cloud_service(tmp_path / "moved" / "pet", {"OneDrive": str(tmp_path)}) == "OneDrive"
    assert cloud_service(tmp_path / "moved" / "pet", {"OneDrive": ""}) is None
