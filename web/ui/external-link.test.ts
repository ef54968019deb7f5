import { expect, test } from 'vitest'
import { externalUrl } from './external-link.tsx'

test.each([
  ['https://shop.example/products/a', 'https://shop.example/products/a'],
  ['http://shop.example', 'http://shop.example/'],
  ['javascript:alert(1)', null],
  ['JAVASCRIPT:alert(1)', null],
  ['data:text/html,x', null],
  ['//shop.example', null],
  ['shop.example', null],
  ['', null],
  [null, null],
])('a link to %s becomes: %s', { tags: ['check-61'] }, (text, url) => {
  expect(externalUrl(text)).toBe(url)
})
