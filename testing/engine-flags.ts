import project from '../package.json' with { type: 'json' }

/** What an npm script tells the engine: whoever starts the same program otherwise measures and tests what people run. */
export const engineFlagsOf = (script: keyof typeof project.scripts): string[] =>
  project.scripts[script].split(' ').filter((word) => word.startsWith('--'))
