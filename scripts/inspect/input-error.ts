/** The command line or a file is not what it should be. */
export class InputError extends Error {}
