/** `GetUser` of `get-user`. */
export function pascalCase(kebabCase: string): string {
  return kebabCase.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
