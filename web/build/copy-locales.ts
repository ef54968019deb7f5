import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Copies the texts to the folders that serve `GET /locales/{lng}/{ns}.json` and the server's renderer. */
export function copyLocales({ from }: { from: string }): Plugin {
  return {
    name: 'storedawn:copy-locales',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir }) {
      if (dir) cpSync(from, join(dir, 'locales'), { recursive: true })
    },
  }
}
