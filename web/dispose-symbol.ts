// Safari before 26 and WebKitGTK lack `Symbol.dispose`. mediabunny defines it when it is loaded, and models that were made
// before could not be disposed of: a second video would not open.
const known: object = Symbol;
if (!("dispose" in known)) Object.defineProperty(known, "dispose", { value: Symbol("Symbol.dispose") });
