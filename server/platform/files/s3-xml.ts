import { Parser } from 'htmlparser2'
import * as z from 'zod'

const MAX_REASON_CHARS = 100

/** The code of an error answer, such as `AccessDenied`; of anything else, `without a reason`. */
export function parseS3Error(body: Buffer): string {
  const [error] = readElements(body, 'Error')
  const code = (error?.['Code'] ?? '').replaceAll(/[^\w.-]/g, '').slice(0, MAX_REASON_CHARS)
  return code === '' ? 'without a reason' : code
}

const ListedObject = z.object({
  Key: z.string().min(1),
  Size: z.coerce.number().int().min(0),
  LastModified: z.iso.datetime({ offset: true }),
})

type ListedPage = {
  objects: { key: string; bytes: number; writtenAt: Date }[]
  /** For the page after this one; null at the end. */
  nextToken: string | null
}

/**
 * One page of ListObjectsV2. Format: docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 * @throws Error for anything else
 */
export function parseListedPage(body: Buffer): ListedPage {
  const [result] = readElements(body, 'ListBucketResult')
  if (!result) throw new Error('object storage sent a list that cannot be read')
  const objects = readElements(body, 'Contents').map((element) => {
    const { Key, Size, LastModified } = ListedObject.parse(element)
    return { key: Key, bytes: Size, writtenAt: new Date(LastModified) }
  })
  if (result['IsTruncated'] !== 'true') return { objects, nextToken: null }
  const nextToken = result['NextContinuationToken'] ?? ''
  if (nextToken === '')
    throw new Error('object storage sent a part of a list, and not how to go on')
  return { objects, nextToken }
}

/**
 * The elements of this name, each with the texts of the elements directly in it. Our answers have
 * no others of the same name.
 */
function readElements(body: Buffer, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = []
  const path: string[] = []
  let texts: Record<string, string> | null = null
  let depth = 0
  const parser = new Parser(
    {
      onopentag(tag) {
        path.push(tag)
        if (tag !== name || texts) return
        texts = Object.create(null) as Record<string, string>
        depth = path.length
        found.push(texts)
      },
      ontext(text) {
        const tag = path.at(-1)
        if (texts && tag !== undefined && path.length === depth + 1)
          texts[tag] = (texts[tag] ?? '') + text
      },
      onclosetag() {
        path.pop()
        if (path.length < depth) texts = null
      },
    },
    { xmlMode: true },
  )
  parser.end(body.toString('utf8'))
  return found
}
