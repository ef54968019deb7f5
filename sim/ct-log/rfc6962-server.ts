import { json, plainText, type Answer } from '../http-answer.ts'
import { getEntriesItem } from './log-entry.ts'
import { headFor, type LogRequest } from './log-request.ts'
import { consistencyProof } from './merkle.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * The read interface of an RFC 6962 log: tree head, entries, and proof that a later tree contains
 * an earlier one.
 */
export function answerRfc6962Log(request: LogRequest): Answer {
  switch (request.path) {
    case 'ct/v1/get-sth':
      return answerHead(request)
    case 'ct/v1/get-entries':
      return answerEntries(request)
    case 'ct/v1/get-sth-consistency':
      return answerConsistency(request)
    default:
      return plainText(404, 'not found\n')
  }
}

function answerHead(request: LogRequest): Answer {
  const { size, root, timestampMs, signature } = headFor(request)
  return json(
    200,
    {
      tree_size: size,
      timestamp: timestampMs,
      sha256_root_hash: root.toString('base64'),
      tree_head_signature: signature.toString('base64'),
    },
    NO_STORE,
  )
}

const wrong = (reason: string): Answer => plainText(400, `${reason}\n`)

function answerEntries(request: LogRequest): Answer {
  const { log, issuer, asked, fault } = request
  const [start, end] = [wholeNumber(asked.query.get('start')), wholeNumber(asked.query.get('end'))]
  if (start === null || end === null || start > end) return wrong('start and end must be a range')
  if (start >= log.size) return wrong('start is beyond the tree')
  if (fault === 'strict-end' && end >= log.size) return wrong('end is beyond the tree')
  const count = Math.min(end + 1, log.size) - start
  const entries = log.entries(start, givenCount(request, start, count))
  return json(200, { entries: entries.map((entry) => getEntriesItem(issuer, entry)) })
}

const HANDFUL = 7
const SHORT_SHARE = 0.02

/**
 * Ends at the next multiple of the cap, as common servers do to make their answers cacheable;
 * sometimes even earlier.
 */
function givenCount(
  { entriesPerRequest, fault, share }: LogRequest,
  start: number,
  count: number,
): number {
  const toMultiple = entriesPerRequest - (start % entriesPerRequest)
  const most = fault === 'short' ? Math.min(HANDFUL, toMultiple) : toMultiple
  const given = Math.min(count, most)
  return share < SHORT_SHARE ? Math.max(1, Math.floor((given * share) / SHORT_SHARE)) : given
}

function answerConsistency({ log, asked, fault }: LogRequest): Answer {
  const [first, second] = [
    wholeNumber(asked.query.get('first')),
    wholeNumber(asked.query.get('second')),
  ]
  if (first === null || second === null || first > second)
    return wrong('first and second must be two sizes')
  if (first === 0 || second > log.size) return wrong('no tree of that size')
  const proof = consistencyProof(log.view(fault === 'fork').read, first, second)
  return json(200, { consistency: proof.map((hash) => hash.toString('base64')) })
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
