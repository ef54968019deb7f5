import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'

test('the document of what screens say about a change has a row for every call that changes something', async () => {
  const table = await readFile(new URL('../docs/screens-mutations.md', import.meta.url), 'utf8')
  const names = allEndpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
