/** Makes a display name from an e-mail address: `ana.duarte@example.org` becomes `Ana Duarte`. */
export function nameFromEmail(email: string): string | undefined {
  const [localPart = ""] = email.split("@");
  const words = localPart.split(/[._+-]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(" ").trim() || undefined;
}
