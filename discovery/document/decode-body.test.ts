import { describe, expect, test } from 'vitest'
import { sniffEncoding } from './decode-body.ts'

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const join = (...parts: (Uint8Array | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

describe('the encoding of a page', () => {
  const cases: [string, Uint8Array, string | undefined, string][] = [
    [
      'comes from the byte order mark before all',
      join([0xef, 0xbb, 0xbf], ascii('<meta charset=koi8-r>')),
      'text/html; charset=gbk',
      'utf-8',
    ],
    [
      'is not read from comments',
      ascii('<!-- <meta charset=gbk> --><meta charset="iso-8859-2">'),
      undefined,
      'iso-8859-2',
    ],
    [
      'is not read from other attributes',
      ascii('<p title="<meta charset=gbk>"><meta name=x content="charset=gbk">'),
      undefined,
      'windows-1252',
    ],
    [
      'is UTF-8 where a readable page says UTF-16',
      ascii('<meta charset="utf-16">'),
      undefined,
      'utf-8',
    ],
    [
      'is not what nobody knows',
      ascii('<meta charset="nonsense"><meta charset="gbk">'),
      'text/html; charset=bogus',
      'gbk',
    ],
    ['is UTF-8 if the bytes are', join(ascii('<p>'), [0xc3, 0xa9]), undefined, 'utf-8'],
    ['is windows-1252 otherwise', join(ascii('<p>'), [0xe9, 0x20]), undefined, 'windows-1252'],
    [
      'of an old declaration is the modern superset',
      ascii('<meta charset=latin1>'),
      undefined,
      'windows-1252',
    ],
  ]
  for (const [name, bytes, header, encoding] of cases) {
    test(`${name}`, () => expect(sniffEncoding(bytes, header)).toBe(encoding))
  }
})
