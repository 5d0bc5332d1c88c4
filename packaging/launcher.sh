# The launcher in the applications menu and on the desktop, for the person alone. Sourced by run.sh.
# Written after the Desktop Entry Specification 1.4 and the Icon Theme Specification 0.13.
# shellcheck shell=sh
# shellcheck disable=SC2154 # $root is the caller's

launcher='desktop-pet'
data="${XDG_DATA_HOME:-$HOME/.local/share}"
config="${XDG_CONFIG_HOME:-$HOME/.config}"
icons="$data/icons/hicolor"

add_launcher() {
    entry="$data/applications/$launcher.desktop"
    mkdir -p "$data/applications"
    write_entry >"$entry.new"
    mv "$entry.new" "$entry"
    add_icons
    refresh_menus
    say "The pet is in your applications: $entry" "프로그램 목록에 넣었어요: $entry"
    desktop=$(desktop_folder)
    if [ -n "$desktop" ]; then
        cp "$entry" "$desktop/$launcher.desktop"
        trust "$desktop/$launcher.desktop"
        say "and on your desktop: $desktop/$launcher.desktop" "바탕 화면에도 넣었어요: $desktop/$launcher.desktop"
    fi
}

remove_launcher() {
    desktop=$(desktop_folder)
    rm -f "$data/applications/$launcher.desktop" "$config/autostart/$launcher.desktop" \
        ${desktop:+"$desktop/$launcher.desktop"} "$icons"/*/apps/"$launcher".png "$icons"/*/apps/"$launcher".svg
    # What was made for the icon alone goes with it; rmdir leaves what others use.
    rmdir "$icons"/*/apps "$icons"/* "$icons" 2>/dev/null || :
    refresh_menus
    say "The launcher is gone. Memories stay in $data/$launcher until you delete that folder; the program itself is $root." \
        "실행 아이콘을 지웠어요. 기억은 $data/$launcher 폴더에 그대로 있어요. 프로그램은 $root 폴더에 있어요."
}

write_entry() {
    run="/bin/sh $(exec_argument "$root/packaging/run.sh")"
    cat <<ENTRY
[Desktop Entry]
Version=1.4
Type=Application
Name=Desktop Pet
Name[ko]=데스크톱 펫
GenericName=Companion
GenericName[ko]=친구
Comment=A companion on your desktop that talks through a model on your own computer
Comment[ko]=내 컴퓨터 안의 모델로 이야기하는 데스크톱 친구
Exec=$run
Icon=$launcher
Terminal=false
StartupNotify=false
StartupWMClass=$launcher
Categories=Utility;Amusement;
Keywords=pet;companion;chat;memo;
Keywords[ko]=펫;친구;대화;메모;
Actions=chat;quit;

[Desktop Action chat]
Name=Quick Chat
Name[ko]=빠른 대화
Exec=$run toggle-chat

[Desktop Action quit]
Name=Quit
Name[ko]=끝내기
Exec=$run quit
ENTRY
}

# exec_argument TEXT: one argument of an Exec line. The specification quotes twice: as an argument
# (backslash before " \` $ \\), then as a string (each backslash doubled); a percent sign is a field.
exec_argument() {
    printf '"%s"' "$(printf %s "$1" | sed -e 's/["`$\]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')"
}

add_icons() {
    for icon in "$root"/assets/icon*.svg "$root"/assets/icon*.png; do
        [ -f "$icon" ] || continue
        case $icon in
        *.svg) folder=scalable ending=svg ;;
        *) folder=$(png_size "$icon") ending=png ;;
        esac
        mkdir -p "$icons/$folder/apps"
        cp "$icon" "$icons/$folder/apps/$launcher.$ending"
    done
}

# png_size FILE: "256x256", from the header (ISO/IEC 15948: width and height are bytes 16 to 23).
png_size() {
    # shellcheck disable=SC2046 # eight numbers
    set -- $(od -An -tu1 -j16 -N8 -- "$1")
    echo "$(($3 * 256 + $4))x$(($7 * 256 + $8))"
}

desktop_folder() {
    folder=
    if command -v xdg-user-dir >/dev/null 2>&1; then folder=$(xdg-user-dir DESKTOP); fi
    # The home itself means that there is no desktop folder.
    [ -n "$folder" ] && [ "${folder%/}" != "${HOME%/}" ] || folder="$HOME/Desktop"
    if [ -d "$folder" ]; then printf %s "$folder"; fi
}

# trust FILE: GNOME and Xfce start a launcher on the desktop only after the person allowed it;
# whoever asked for it here has.
trust() {
    chmod +x "$1"
    command -v gio >/dev/null 2>&1 || return 0
    gio set "$1" metadata::trusted true 2>/dev/null || :
    gio set -t string "$1" metadata::xfce-exe-checksum "$(sha256sum "$1" | cut -d ' ' -f 1)" 2>/dev/null || :
}

refresh_menus() {
    if command -v update-desktop-database >/dev/null 2>&1; then
        update-desktop-database -q "$data/applications" 2>/dev/null || :
    fi
    # A changed theme folder is how desktops notice new icons.
    [ ! -d "$icons" ] || touch "$icons"
}
