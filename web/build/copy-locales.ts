import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts the texts where `GET /locales/{lng}/{ns}.json` finds them, and where the server's renderer reads them. */
export function copyLocales({ from }: { from: string }): Plugin {
  return {
    name: 'storedawn:copy-locales',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir }) {
      if (dir) cpSync(from, join(dir, 'locales'), { recursive: true })
    },
  }
}
