/** Such as `2026-11-01 12:00 UTC`. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}

/** The two largest units, such as `2 d 3 h`. */
export function formatDuration(fromIso: string, toIso: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(toIso) - Date.parse(fromIso)) / 60_000));
  if (!Number.isFinite(minutes)) return "an unknown time";
  const units = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor((minutes % 1440) / 60), "h"],
    [minutes % 60, "min"],
  ] as const;
  const shown = units.filter(([count]) => count > 0).slice(0, 2);
  return shown.length === 0
    ? "less than a minute"
    : shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}
