import * as z from 'zod'

import { decodeBase64 } from './base64.ts'
import type { CtLog } from './ct-log.ts'
import type { HeadOutcome } from './head-outcome.ts'
import { isTreeHeadSignedBy } from './tree-head-signature.ts'

const SignedTreeHead = z.object({
  tree_size: z.int().min(0),
  timestamp: z.int().min(0),
  sha256_root_hash: z.string().length(44),
  tree_head_signature: z.string().max(4096),
})

/** Reads the answer to `get-sth` (RFC 6962 section 4.3) and verifies its signature. Never throws. */
export function parseSignedTreeHead(json: unknown, log: Pick<CtLog, 'key'>): HeadOutcome {
  const answer = SignedTreeHead.safeParse(json)
  if (!answer.success) return { kind: 'malformed', detail: 'not a signed tree head' }
  const { tree_size: size, timestamp: timestampMs, sha256_root_hash: rootHash } = answer.data
  const root = decodeBase64(rootHash)
  const signature = decodeBase64(answer.data.tree_head_signature)
  if (root?.length !== 32 || !signature) return { kind: 'malformed', detail: 'the tree head is not base64' }
  if (!isTreeHeadSignedBy(log.key, { size, root, timestampMs }, signature)) {
    return { kind: 'untrusted', detail: 'the signature does not verify' }
  }
  return { kind: 'head', head: { size, rootHash, timestampMs } }
}
