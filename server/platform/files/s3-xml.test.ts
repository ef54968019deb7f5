import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseListedPage, parseS3Error } from './s3-xml.ts'

/** The example of docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html, shortened. */
const PAGE = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <Name>bucket</Name><Prefix/><KeyCount>2</KeyCount><MaxKeys>2</MaxKeys><IsTruncated>true</IsTruncated>
  <NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=</NextContinuationToken>
  <Contents><Key>my-image.jpg</Key><LastModified>2009-10-12T17:50:30.000Z</LastModified>
    <ETag>&quot;fba9dede5f27731c9771645a39863328&quot;</ETag><Size>434234</Size>
    <Owner><ID>8a6925ce4a7f21c32aa379004fef</ID><Key>not this one</Key></Owner><StorageClass>STANDARD</StorageClass></Contents>
  <Contents><Key>a &amp; b/&#x43;.jpg</Key><LastModified>2009-10-12T17:50:30+00:00</LastModified><Size>0</Size></Contents>
</ListBucketResult>`

const list = (inner: string) => `<ListBucketResult>${inner}</ListBucketResult>`

describe('a page of a list', () => {
  test('is read', () => {
    const writtenAt = new Date('2009-10-12T17:50:30Z')
    expect(parseListedPage(Buffer.from(PAGE))).toEqual({
      objects: [
        { key: 'my-image.jpg', bytes: 434_234, writtenAt },
        { key: 'a & b/C.jpg', bytes: 0, writtenAt },
      ],
      nextToken: '1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=',
    })
  })

  test('may be empty', () =>
    expect(parseListedPage(Buffer.from(list('<IsTruncated>false</IsTruncated>')))).toEqual({
      objects: [],
      nextToken: null,
    }))

  test.each([
    ['', 'cannot be read'],
    ['<html><body>502</body></html>', 'cannot be read'],
    ['{"objects":[]}', 'cannot be read'],
    [list('<Contents><Key>a</Key></Contents>'), 'Size'],
    [
      list(
        '<Contents><Key>a</Key><Size>-1</Size><LastModified>2009-10-12T17:50:30Z</LastModified></Contents>',
      ),
      'Size',
    ],
    [list('<IsTruncated>true</IsTruncated>'), 'how to go on'],
  ])('is refused: %s', (text, reason) => {
    expect(() => parseListedPage(Buffer.from(text))).toThrow(reason)
  })

  test('custom entities are not expanded', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${list('<NextContinuationToken>&b;</NextContinuationToken><IsTruncated>true</IsTruncated>')}`
    expect(parseListedPage(Buffer.from(bomb)).nextToken).toBe('&b;')
  })
})

describe('the code of an error', () => {
  test.each([
    [
      '<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>',
      'NoSuchKey',
    ],
    ['<Error><Code>a\n{"level":"fatal"}</Code></Error>', 'alevelfatal'],
    [`<Error><Code>${'x'.repeat(500)}</Code></Error>`, 'x'.repeat(100)],
    ['<html>', 'without a reason'],
    ['', 'without a reason'],
  ])('of %j is %s', (text, code) => {
    expect(parseS3Error(Buffer.from(text))).toBe(code)
  })

  test('is found in any bytes without harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parseS3Error(Buffer.from(bytes))).toMatch(/^[\w.-]+$|^without a reason$/)
      }),
    )
  })
})
