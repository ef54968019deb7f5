import path from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

type CommandDefinition<Options extends ParseArgsOptionsConfig> = {
  /** Lines of the help, after `Usage: storedawn`. */
  usage: string
  options: Options
  /**
   * @returns the exit code; nothing = the command started something that ends the process itself
   */
  run: (values: OptionValues<Options>, caller: Caller) => Promise<number | undefined>
}

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; strict: true; allowPositionals: false }>
>['values']

export type Caller = {
  /** A path that the caller wrote, which is relative to their folder and not to the project's. */
  resolvePath: (text: string) => string
  say: (line: string) => void
}

export type Command = {
  usage: string
  run: (args: string[], caller: Caller) => Promise<number | undefined>
}

/** A wrong option or value: the message is all that the caller needs. */
export class UsageError extends Error {}

export const defineCommand = <const Options extends ParseArgsOptionsConfig>({
  usage,
  options,
  run,
}: CommandDefinition<Options>): Command => ({
  usage,
  run: async (args, caller) => run(parseOptions(args, options), caller),
})

/** @throws UsageError */
function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
): OptionValues<Options> {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(firstSentence(error.message), { cause: error })
  }
}

const firstSentence = (text: string): string => text.split(/\. |\n/)[0] ?? text

export const createCaller = (folder: string): Caller => ({
  resolvePath: (text) => path.resolve(folder, text),
  say: (line) => void process.stdout.write(`${line}\n`),
})
