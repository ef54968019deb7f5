import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compileCacheIn } from './compile-cache.ts'

const REPOSITORY = path.join(import.meta.dirname, '../../..')

test('a user who may write to the installed cache uses it', () => {
  const installed = path.join(REPOSITORY, 'node_modules/.cache/storedawn')
  mkdirSync(installed, { recursive: true })
  expect(compileCacheIn('/data')).toBe(installed)
})
