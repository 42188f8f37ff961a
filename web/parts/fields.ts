/** What somebody wrote into the fields of a form, by name, without spaces around it. */
export type Fields = (name: string) => string;
