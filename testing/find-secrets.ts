import { isWellFormedToken } from '#server/platform/secrets/opaque-token.ts'

/** Patterns of secrets. Each is narrow enough that no other text in this repository matches. */
const SHAPES: [string, RegExp][] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s+[A-Za-z0-9+/=\s]{64,}/g],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/g],
  ['GitLab token', /\bglpat-[\w-]{20,}/g],
  ['Stripe key', /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}\b|\bwhsec_[A-Za-z0-9+/]{24,}/g],
  [
    'Slack token or hook',
    /\bxox[abeoprs]-[A-Za-z0-9-]{20,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,}/g,
  ],
  ['Google key', /\bAIza[\w-]{35}\b|\bGOCSPX-[\w-]{28}\b/g],
  ['SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}\b/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{43,}/g],
  [
    'password in an address',
    /\b(?:postgres(?:ql)?|mysql|redis|amqps?|smtps?|s3|mongodb(?:\+srv)?):\/\/[^\s:@/'"`$<{]+:(?!password@|PASSWORD@)[^\s@/'"`$<{]{8,}@/g,
  ],
]

const OWN_TOKENS = [
  ['sdm_', /\bsdm_[\w-]{49}/g, 'link of a mail'],
  ['sdf_', /\bsdf_[\w-]{49}/g, 'address of a feed'],
] as const

/**
 * Secrets in a text, as `kind: beginning`; never the complete secret. Counts our own tokens only if
 * their check sum is valid.
 */
export function findSecrets(text: string): string[] {
  const foreign = SHAPES.flatMap(([kind, shape]) =>
    (text.match(shape) ?? []).map((found) => tell(kind, found)),
  )
  const own = OWN_TOKENS.flatMap(([prefix, shape, kind]) =>
    [...text.matchAll(shape)]
      .filter(([found]) => isWellFormedToken(prefix, found))
      .map(([found]) => tell(kind, found)),
  )
  return [...foreign, ...own]
}

const tell = (kind: string, found: string) =>
  `${kind}: ${found.slice(0, 12).replaceAll(/\s/g, ' ')}…`
