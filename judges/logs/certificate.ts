import { X509Certificate } from 'node:crypto'
import * as z from 'zod'
import type { CtLog } from '#discovery/ct/ct-log.ts'
import type { TestWorld } from '#sim/world-for-tests.ts'

const Answer = z.object({
  entries: z.tuple([z.object({ leaf_input: z.base64(), extra_data: z.base64() })]),
})
/** Version, type of leaf and time come before the type of the entry. */
const TYPE_AT = 10
const PRECERTIFICATE = 1

/** What OpenSSL reads in the certificate of an entry of an RFC 6962 log; null: it is none. */
export async function readCertificate(
  { get }: TestWorld,
  { url }: CtLog,
  index: number,
): Promise<{ commonName: string; dnsNames: string[] } | null> {
  const { text } = await get(`${url}ct/v1/get-entries?start=${index}&end=${index}`)
  try {
    const { subject, subjectAltName } = new X509Certificate(certificateIn(text))
    const [, commonName = ''] = /^CN=(.*)$/m.exec(subject ?? '') ?? []
    const dnsNames = Array.from(
      subjectAltName?.matchAll(/DNS:([^,]*)/g) ?? [],
      ([, name = '']) => name,
    )
    return { commonName, dnsNames }
  } catch {
    return null
  }
}

function certificateIn(answer: string): Buffer {
  const [entry] = Answer.parse(JSON.parse(answer)).entries
  const leaf = Buffer.from(entry.leaf_input, 'base64')
  const holder =
    leaf.readUInt16BE(TYPE_AT) === PRECERTIFICATE
      ? Buffer.from(entry.extra_data, 'base64')
      : leaf.subarray(TYPE_AT + 2)
  return holder.subarray(3, 3 + holder.readUIntBE(0, 3))
}
