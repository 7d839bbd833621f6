#!/bin/sh
# Installs certorder @VERSION@ for this user, without Node and without root:
#
#     sh install.sh                 into ~/.local, with the program in ~/.local/bin
#     PREFIX=/opt/x sh install.sh   elsewhere
#
# It fetches the archive from the release, or from the https address in CERTORDER_RELEASE, and compares it with the release's
# checksums. If the GitHub CLI (gh) is on the PATH, gh also has to confirm that the release workflow built the archive.
# CERTORDER_ATTESTATION=skip leaves that out, for an archive that you built yourself.
set -efu
# No other user may replace what is installed.
umask go-w

fail() {
  echo "certorder was not installed: $1" >&2
  exit 1
}

[ $# -eq 0 ] || fail "it takes no arguments. PREFIX says where, CERTORDER_RELEASE from where."

# Only https, also after a redirection. -q ignores ~/.curlrc, which could switch the checks off.
fetch() {
  curl -q --proto '=https' --proto-redir '=https' --tlsv1.2 --globoff --fail --silent --show-error --location \
    --output "$2" "$1"
}

sha256() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$1"
  else
    shasum -a 256 <"$1"
  fi
}

# The checksum of the file $1 in the list $2. The name is compared as text. Two lines for one name give two lines.
listed_sum() {
  while read -r sum name; do
    if [ "$name" = "$1" ]; then printf '%s\n' "$sum"; fi
  done <"$2"
}

check_origin() {
  if [ "${CERTORDER_ATTESTATION:-}" = skip ]; then
    echo "Only the checksum was checked: CERTORDER_ATTESTATION=skip leaves out who built the archive."
  elif command -v gh >/dev/null; then
    gh attestation verify "$1" --repo certorder/certorder \
      --signer-workflow certorder/certorder/.github/workflows/release.yml >"$2" 2>&1 || {
      cat "$2" >&2
      fail "gh does not confirm that the release workflow built the archive. gh has to know 'attestation verify' (2.49 or
newer) and to be logged in: gh auth login. To rely on the checksum alone, set CERTORDER_ATTESTATION=skip."
    }
    echo "The checksum is right, and gh confirms that the release workflow built the archive."
  else
    echo "Only the checksum was checked. To check also who built the archive, install the GitHub CLI (gh) and run this again."
  fi
}

# The last line calls this, so a script that was cut off on its way does nothing.
main() {
  version=@VERSION@
  release=${CERTORDER_RELEASE:-https://github.com/certorder/certorder/releases/download/v$version}
  case $release in
    https://*) ;;
    *) fail "CERTORDER_RELEASE has to begin with https://." ;;
  esac
  release=${release%/}

  prefix=${PREFIX:-${HOME:+$HOME/.local}}
  case $prefix in
    '') fail "there is neither PREFIX nor HOME to say where." ;;
    /*) ;;
    *) prefix=$PWD/$prefix ;;
  esac

  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "there is no program for $(uname -s) here. On Windows use scoop or winget, or unpack the archive." ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "there is no program for processors of the kind $(uname -m)." ;;
  esac

  # wget follows a redirection from https to http.
  command -v curl >/dev/null || fail "there is no curl to fetch it."
  command -v sha256sum >/dev/null || command -v shasum >/dev/null ||
    fail "neither sha256sum nor shasum is there to check it."
  command -v unzip >/dev/null || fail "there is no unzip to unpack it."

  program=terraform-provider-certorder
  archive=${program}_${version}_${os}_$arch.zip
  work=$(mktemp -d)
  unpacked=
  trap 'rm -rf "$work" "$unpacked"' EXIT
  trap 'exit 1' HUP INT TERM

  fetch "$release/${program}_${version}_SHA256SUMS" "$work/sums" ||
    fail "the checksums could not be fetched from $release."
  fetch "$release/$archive" "$work/$archive" || fail "$archive could not be fetched from $release."
  expected=$(listed_sum "$archive" "$work/sums")
  actual=$(sha256 "$work/$archive")
  actual=${actual%% *}
  [ -n "$expected" ] || fail "the release has no checksum for $archive."
  [ "${#actual}" -eq 64 ] || fail "the checksum of $archive could not be computed."
  [ "$expected" = "$actual" ] || fail "the checksum of $archive is $actual, and should be $expected."
  check_origin "$work/$archive" "$work/gh.txt"

  # Unpacked beside its place, on the same disk: only a whole program gets there, and at once.
  home=$prefix/share/certorder
  mkdir -p "$home" "$prefix/bin" || fail "$prefix cannot be written to."
  [ ! -d "$prefix/bin/certorder" ] || fail "$prefix/bin/certorder is a folder."
  unpacked=$(mktemp -d "$home/.new.XXXXXX")
  chmod 755 "$unpacked"
  # unzip reads the name of an archive as a pattern. This name has no special characters; the folder's may have.
  (cd "$work" && unzip -q "$archive" -d "$unpacked") || fail "$archive could not be unpacked."
  mv "$unpacked/${program}_v$version" "$unpacked/certorder"
  rm -rf "${home:?}/$version"
  mv "$unpacked" "$home/$version"
  ln -sf "$home/$version/certorder" "$prefix/bin/certorder"

  "$prefix/bin/certorder" version
  case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "Put $prefix/bin on your PATH to call it certorder." ;;
  esac
}

main
