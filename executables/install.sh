#!/bin/sh
# Installs certorder @VERSION@ for this user, without Node and without root:
#
#     sh install.sh                 into ~/.local, with the program in ~/.local/bin
#     PREFIX=/opt/x sh install.sh   elsewhere
#
# The archive is fetched from the release, or from the address in CERTORDER_RELEASE, and is held to the release's checksums.
set -eu

version=@VERSION@
release=${CERTORDER_RELEASE:-https://github.com/certorder/certorder/releases/download/v$version}

fail() {
  echo "certorder was not installed: $1" >&2
  exit 1
}

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

if command -v curl >/dev/null; then
  fetch() { curl --fail --silent --show-error --location --output "$2" "$1"; }
elif command -v wget >/dev/null; then
  fetch() { wget -q -O "$2" "$1"; }
else
  fail "neither curl nor wget is there to fetch it."
fi
if command -v sha256sum >/dev/null; then
  sum() { sha256sum "$1"; }
elif command -v shasum >/dev/null; then
  sum() { shasum -a 256 "$1"; }
else
  fail "neither sha256sum nor shasum is there to check it."
fi
command -v unzip >/dev/null || fail "there is no unzip to unpack it."

name=terraform-provider-certorder_$version
archive=${name}_${os}_$arch.zip
work=$(mktemp -d)
unpacked=
trap 'rm -rf "$work" "$unpacked"' EXIT
trap 'exit 1' HUP INT TERM

fetch "$release/${name}_SHA256SUMS" "$work/sums" || fail "the checksums could not be fetched from $release."
fetch "$release/$archive" "$work/$archive" || fail "$archive could not be fetched from $release."
expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/sums")
actual=$(sum "$work/$archive" | cut -d' ' -f1)
[ -n "$expected" ] || fail "the release has no checksum for $archive."
[ "$expected" = "$actual" ] || fail "the checksum of $archive is $actual, and should be $expected."

# Unpacked beside its place, on the same disk: only a whole program gets there, and at once.
home=$prefix/share/certorder
mkdir -p "$home" "$prefix/bin" || fail "$prefix cannot be written to."
[ ! -d "$prefix/bin/certorder" ] || fail "$prefix/bin/certorder is a folder."
unpacked=$(mktemp -d "$home/.new.XXXXXX")
chmod 755 "$unpacked"
unzip -q "$work/$archive" -d "$unpacked"
mv "$unpacked/${name%_*}_v$version" "$unpacked/certorder"
rm -rf "$home/$version"
mv "$unpacked" "$home/$version"
ln -sf "$home/$version/certorder" "$prefix/bin/certorder"

"$prefix/bin/certorder" version
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "Put $prefix/bin on your PATH to call it certorder." ;;
esac
