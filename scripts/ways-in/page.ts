import { allEndpoints } from '#contracts/all-endpoints.ts'
import { credentials } from './credentials.ts'
import { actingJobs, mutations, type Proof } from './mutations.ts'

const proofs: Record<Proof, string> = {
  none: '',
  link: 'link of a mail',
  password: 'password',
  provider: 'identity provider',
  code: 'second factor',
  recent: 'sign-in or proof within ten minutes',
  proof: 'password, or proof within ten minutes',
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row).join('')
const named = (kinds: readonly string[] = []) => kinds.map((kind) => `\`${kind}\``).join(', ')

/** `docs/ways-in.md`. */
export const writePage = (): string => `# Ways in, and what changes something

Written by \`npm run ways-in\` from \`scripts/ways-in/\`; a test names every call, job or kind of token without a row, and asks each call for its proof.

## Ways in

${table(
  ['way in', 'opens', 'lasts', 'also revoked by', 'making it asks for', 'mail'],
  Object.values(credentials).flatMap((way) =>
    way ? [[way.name, way.opens, way.lasts, way.revokedBy, way.asks, named(way.mails)]] : [],
  ),
)}
## Calls that change something

Access is that of \`contracts/\`: \`operator\` means a second factor within the last hour.

${table(
  ['call', 'address', 'access', 'asks for', 'mail', 'note'],
  // In the order of the rows: that of the exports of a module depends on who loaded it.
  Object.entries(mutations).flatMap(([name, { proof, mails, note = '' }]) => {
    const call = allEndpoints.find((each) => each.name === name)
    if (!call) return []
    const { method, path, access } = call
    return [[name, `${method} \`${path}\``, access, proofs[proof], named(mails), note]]
  }),
)}
## Jobs that act for an account

${table(
  ['job', 'mail', 'note'],
  Object.entries(actingJobs).map(([name, { mails, note }]) => [name, named(mails), note]),
)}`
