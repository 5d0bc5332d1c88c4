# Starts the pet on Windows, and sets up what it needs the first time.
#
#   powershell -ExecutionPolicy Bypass -File packaging\run.ps1 [arguments of pet...]
#   powershell -ExecutionPolicy Bypass -File packaging\run.ps1 -Install      Start menu and desktop
#   powershell -ExecutionPolicy Bypass -File packaging\run.ps1 -Uninstall    takes both away
#
# Needs Python 3.11 to 3.14 (the installer or the Microsoft Store) and nothing else. Everything goes
# into .venv and .uv in this folder. Written for Windows PowerShell 5.1. ASCII only, because 5.1
# reads a file without a byte order mark in the system's code page.

$ErrorActionPreference = 'Stop'
$root = Split-Path -Parent $PSScriptRoot
$pet = Join-Path $root '.venv\Scripts\pet.exe'
$stamp = Join-Path $root '.venv\set-up'
$unfinished = Join-Path $root '.uv\unfinished'
$shortcuts = @('Programs', 'Desktop') | ForEach-Object {
    Join-Path ([Environment]::GetFolderPath($_)) 'Desktop Pet.lnk'
}

function Stop-With([string] $sentence) {
    [Console]::Error.WriteLine($sentence)
    exit 1
}

# The path of a Python that fits, asked of each candidate itself: 'python' may be the Store's
# placeholder, which runs nothing.
function Find-Python {
    $question = 'import sys; sys.exit(1) if not (3, 11) <= sys.version_info < (3, 15) else print(sys.executable)'
    foreach ($candidate in @('py -3.14', 'py -3.13', 'py -3.12', 'py -3.11', 'python', 'python3')) {
        $words = $candidate.Split(' ')
        if (-not (Get-Command $words[0] -ErrorAction SilentlyContinue)) { continue }
        $options = @($words | Select-Object -Skip 1)
        # In 5.1 a line on the error stream counts as an error while this is Stop.
        $ErrorActionPreference = 'Continue'
        $path = & $words[0] @options -c $question 2>$null
        $ErrorActionPreference = 'Stop'
        if ($LASTEXITCODE -eq 0 -and $path) { return "$path".Trim() }
    }
    Stop-With 'The pet needs Python 3.11 or newer (up to 3.14). Install it from python.org or the Microsoft Store, then start again.'
}

# What the environment is made from; where one of these changes, it is brought up to date.
function Get-Fingerprint {
    $files = @(Get-Item (Join-Path $root 'pyproject.toml'), $PSCommandPath)
    $files += Get-ChildItem (Join-Path $root 'pet\locale') -Recurse -Filter '*.po'
    $sums = $files | Sort-Object FullName | Get-FileHash | ForEach-Object { $_.Hash }
    return ($root, ($sums -join ' ')) -join ' '
}

function Test-Ready {
    return (Test-Path $pet) -and (Test-Path $stamp) -and
        ((Get-Content $stamp -Raw).Trim() -eq (Get-Fingerprint))
}

function Install-Everything {
    $began = Get-Date
    Write-Host 'Setting up (this happens once, and takes 0.5 GB of disk)...'
    $python = Find-Python
    New-Item -ItemType Directory -Force (Join-Path $root '.uv') | Out-Null
    $uv = Join-Path $root '.uv\venv\Scripts\uv.exe'
    if (-not (Test-Path $uv)) {
        & $python -m venv (Join-Path $root '.uv\venv')
        if ($LASTEXITCODE -ne 0) { Stop-With 'An environment for the set-up could not be made; the reason is above.' }
        & (Join-Path $root '.uv\venv\Scripts\python.exe') -m pip install --quiet --disable-pip-version-check --only-binary :all: 'uv>=0.8,<1'
        if ($LASTEXITCODE -ne 0) { Stop-With 'The set-up could not be finished; the reason is above. Look at the connection, then start again.' }
    }
    # An interrupted set-up leaves an environment nobody can trust.
    if (Test-Path $unfinished) { Remove-Item -Recurse -Force (Join-Path $root '.venv') -ErrorAction SilentlyContinue }
    Set-Content $unfinished 'setting up'
    $env:UV_PROJECT_ENVIRONMENT = Join-Path $root '.venv'
    $env:UV_PYTHON_DOWNLOADS = 'never'
    $sync = @('sync', '--project', $root, '--python', $python, '--no-build', '--no-dev', '--inexact')
    # Of what PySide6 runs on, Windows on ARM alone has no wheel of the tiny model.
    if ("$(& $python -c 'import sysconfig; print(sysconfig.get_platform())')".Trim() -ne 'win-arm64') {
        $sync += @('--extra', 'tiny')
    }
    & $uv @sync
    if ($LASTEXITCODE -ne 0) { Stop-With 'The set-up could not be finished; the reason is above. Look at the connection, then start again.' }
    Set-Content $stamp (Get-Fingerprint) -Encoding UTF8
    Remove-Item $unfinished
    Write-Host ('Set up in {0:N0} s.' -f ((Get-Date) - $began).TotalSeconds)
}

function Add-Shortcuts {
    $shell = New-Object -ComObject WScript.Shell
    foreach ($path in $shortcuts) {
        $shortcut = $shell.CreateShortcut($path)
        $shortcut.TargetPath = 'powershell.exe'
        $shortcut.Arguments = "-NoProfile -WindowStyle Hidden -ExecutionPolicy Bypass -File `"$PSCommandPath`""
        $shortcut.WorkingDirectory = $root
        $icon = Join-Path $root 'assets\icon.ico'
        if (Test-Path $icon) { $shortcut.IconLocation = $icon }
        $shortcut.Save()
        Write-Host "Added: $path"
    }
}

if ($args.Count -gt 0 -and $args[0] -in @('-Uninstall', '--uninstall')) {
    $shortcuts | Where-Object { Test-Path $_ } | Remove-Item
    Write-Host "The shortcuts are gone. Memories stay in $(Join-Path $env:LOCALAPPDATA 'desktop-pet') until you delete that folder."
    exit 0
}

# One set-up at a time in this folder. An abandoned mutex is ours: its owner was ended.
if (-not (Test-Ready)) {
    $sha = [Security.Cryptography.SHA256]::Create()
    $name = [BitConverter]::ToString($sha.ComputeHash([Text.Encoding]::UTF8.GetBytes($root.ToLowerInvariant()))).Replace('-', '')
    $turn = New-Object Threading.Mutex($false, "Local\desktop-pet-$name")
    try { [void] $turn.WaitOne() } catch [Threading.AbandonedMutexException] { Write-Verbose 'The other set-up was ended.' }
    try { if (-not (Test-Ready)) { Install-Everything } } finally { $turn.ReleaseMutex() }
}

if ($args.Count -gt 0 -and $args[0] -in @('-Install', '--install')) {
    Add-Shortcuts
    exit 0
}

& $pet @args
exit $LASTEXITCODE
