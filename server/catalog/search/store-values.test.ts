import { expect, test } from 'vitest'
import { themeFamilyOf } from './store-values.ts'

test.for([
  ['Dawn', 'Dawn'],
  ['Dawn 15.0.2', 'Dawn'],
  ['Impulse v7', 'Impulse'],
  ['Copy of Dawn', 'Dawn'],
  ['Updated copy of Copy of Prestige', 'Prestige'],
  ['Kopie von Sense', 'Sense'],
  ['Dawn - Black Friday 2026', 'Dawn'],
  ['Turbo (live) 9.3', 'Turbo'],
  ['Shrine PRO | by an agency', 'Shrine PRO'],
  ['Debutify theme', 'Debutify'],
  ['Drift Atelier/main', 'Drift Atelier'],
  ['Symmetry version 6.0', 'Symmetry'],
] as const)('%s belongs to the family %s', ([name, family]) => {
  expect(themeFamilyOf(name)).toBe(family)
})

test.for(['2.0', '(test)', 'Copy of', '-', 'Spotlight-24h', 'Black/White'])(
  '%s has no part that could be left out',
  (name) => {
    expect(themeFamilyOf(name)).toBe(name)
  },
)
