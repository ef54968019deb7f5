import project from '../package.json' with { type: 'json' }

/** The engine flags of an npm script, so that programs started without npm run with the same flags. */
export const engineFlagsOf = (script: keyof typeof project.scripts): string[] =>
  project.scripts[script].split(' ').filter((word) => word.startsWith('--'))

/** The arguments that an npm script gives to `node`. */
export const argumentsOf = (script: keyof typeof project.scripts): string[] =>
  project.scripts[script].split(' ').slice(1)
