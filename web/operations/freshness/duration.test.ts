import { describe, expect, test } from 'vitest'
import { createDurationFormat } from './duration.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

describe('a duration', () => {
  test.each([
    [0, '0 sec'],
    [0.84, '0.84 sec'],
    [1.06, '1.1 sec'],
    [9.96, '10 sec'],
    [41.4, '41 sec'],
    [59.6, '1 min'],
    [125, '2 min 5 sec'],
    [599.7, '10 min'],
    [38 * 60 + 31, '39 min'],
    [59 * 60 + 40, '60 min'],
    [HOUR, '1 hr'],
    [3 * HOUR + 20 * 60 + 29, '3 hr 20 min'],
    [9 * HOUR + 59 * 60 + 40, '10 hr'],
    [23 * HOUR, '23 hr'],
    [2 * DAY + 4 * HOUR, '2 days 4 hr'],
    [30 * DAY, '30 days'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(createDurationFormat('en')(seconds)).toBe(text)
  })

  test('is written in the language of the page', () => {
    expect(createDurationFormat('de')(125)).toBe('2 Min. 5 Sek.')
    expect(createDurationFormat('tr')(0.84)).toBe('0,84 sn.')
  })
})
