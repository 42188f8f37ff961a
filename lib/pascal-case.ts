/** Converts kebab-case: `get-user` becomes `GetUser`. */
export function pascalCase(kebabCase: string): string {
  return kebabCase.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
