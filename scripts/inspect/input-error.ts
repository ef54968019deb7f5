/** The command line or a file is invalid. */
export class InputError extends Error {}
