import project from '../package.json' with { type: 'json' }

/**
 * The engine flags of an npm script, so that programs started without npm run with the same flags.
 * The program's own options follow its file.
 */
export const engineFlagsOf = (script: keyof typeof project.scripts): string[] => {
  const words = argumentsOf(script)
  return words.slice(
    0,
    words.findIndex((word) => !word.startsWith('--')),
  )
}

/** The arguments that an npm script gives to `node`. */
export const argumentsOf = (script: keyof typeof project.scripts): string[] =>
  project.scripts[script].split(' ').slice(1)
