import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'

/**
 * `sameToken`: a different spelling of the same bytes, which a lenient decoder may accept as the
 * same token.
 */
export type Attack = { name: string; token: string; sameToken?: true }

type Victim = {
  /** A completely valid token. */
  token: string
  /** Keys that an attacker may know: published, guessed or empty. */
  knownSecrets: Record<string, Uint8Array>
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/**
 * Attacks that have fooled libraries, similar to Wycheproof's JWS vectors: none uses the key or
 * equals the token itself.
 */
export function attacksOn({ token, knownSecrets }: Victim): Attack[] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const parts = { header, payload, signature }
  return [
    ...spellings(parts),
    ...pieces(token, parts),
    ...algorithms(parts, knownSecrets),
    ...ownKeys(parts),
    ...headers(parts),
    // A signature without `-` and `_` is the same in both alphabets.
  ].filter((attack) => attack.token !== token)
}

type Parts = { header: string; payload: string; signature: string }

function spellings({ header, payload, signature }: Parts): Attack[] {
  const standard = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')
  const changed: Record<string, [string, string, string]> = {
    'padding on the header': [`${header}=`, payload, signature],
    'padding on the payload': [header, `${payload}==`, signature],
    'padding on the signature': [header, payload, `${signature}=`],
    'a line end behind it': [header, payload, `${signature}\n`],
    'a space before it': [` ${header}`, payload, signature],
    'a space in the signature': [header, payload, `${signature.slice(0, 9)} ${signature.slice(9)}`],
    'a line end in the payload': [
      header,
      `${payload.slice(0, 9)}\r\n${payload.slice(9)}`,
      signature,
    ],
    'the other alphabet': [standard(header), standard(payload), standard(signature)],
    'unused bits of the signature': [header, payload, otherUnusedBits(signature)],
    'a strange letter in the signature': [
      header,
      payload,
      `${signature.slice(0, 9)}*${signature.slice(9)}`,
    ],
    'a NUL behind it': [header, payload, `${signature}\0`],
  }
  return Object.entries(changed).map(([name, made]) => ({
    name: `spelled otherwise: ${name}`,
    token: made.join('.'),
    sameToken: true,
  }))
}

/** 43 letters hold two bits more than 32 bytes, and 342 letters four more than 256. */
function otherUnusedBits(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(text.slice(-1))
  return `${text.slice(0, -1)}${alphabet[last ^ 1]}`
}

function pieces(token: string, { header, payload, signature }: Parts): Attack[] {
  const bytes = Buffer.from(signature, 'base64url')
  const shorter = bytes.subarray(0, -1).toString('base64url')
  const longer = Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')
  const nothing = Buffer.alloc(bytes.length).toString('base64url')
  const made: Record<string, string> = {
    'no signature': `${header}.${payload}.`,
    'no signature and no dot': `${header}.${payload}`,
    'only zeros': `${header}.${payload}.${nothing}`,
    'a byte too few': `${header}.${payload}.${shorter}`,
    'a byte too many': `${header}.${payload}.${longer}`,
    'no header': `.${payload}.${signature}`,
    'no payload': `${header}..${signature}`,
    'a fourth part': `${token}.${signature}`,
    'five parts': `${header}.${payload}.${signature}.${payload}.${signature}`,
    twice: `${token},${token}`,
    'as JSON': JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
    'as flat JSON': JSON.stringify({ payload, protected: header, signature }),
    'parts changed about': `${payload}.${header}.${signature}`,
    'dots only': '..',
    nothing: '',
    'a megabyte': `${header}.${'A'.repeat(1_000_000)}.${signature}`,
    'a megabyte of dots': '.'.repeat(1_000_000),
  }
  const cuts = [0.1, 0.3, 0.5, 0.7, 0.9].map((share): [string, string] => [
    `cut at ${share}`,
    token.slice(0, Math.floor(token.length * share)),
  ])
  return [...Object.entries(made), ...cuts].map(([name, text]) => ({ name, token: text }))
}

function algorithms(
  { header, payload, signature }: Parts,
  secrets: Victim['knownSecrets'],
): Attack[] {
  const original = JSON.parse(Buffer.from(header, 'base64url').toString()) as object
  const none = ['none', 'None', 'NONE', 'nOnE', '', null, 0, [], undefined].flatMap((alg) => {
    const changed = encode({ ...original, alg })
    const name = `algorithm ${JSON.stringify(alg)}`
    return [
      { name: `${name}, unsigned`, token: `${changed}.${payload}.` },
      { name: `${name}, with the old signature`, token: `${changed}.${payload}.${signature}` },
    ]
  })
  const shared = Object.entries(secrets).flatMap(([what, secret]) =>
    (['256', '384', '512'] as const).map((size) => {
      const signed = `${encode({ ...original, alg: `HS${size}` })}.${payload}`
      const mac = createHmac(`sha${size}`, secret).update(signed).digest('base64url')
      return { name: `HS${size} with ${what}`, token: `${signed}.${mac}` }
    }),
  )
  return [...none, ...shared]
}

/** The token contains the key, or says where to find it. */
function ownKeys({ header, payload }: Parts): Attack[] {
  const original = JSON.parse(Buffer.from(header, 'base64url').toString()) as object
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const certificate = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const claims: Record<string, object> = {
    jwk: { jwk },
    'jwk under its name': { jwk: { ...jwk, kid: Object(original).kid } },
    jku: { jku: 'https://evil.example/jwks.json' },
    x5u: { x5u: 'https://evil.example/cert.pem' },
    x5c: { x5c: [certificate] },
    'kid that is a path': { kid: '../../../../dev/null' },
    'kid that is a query': { kid: "' or 1=1 --" },
    'kid of every object': { kid: '__proto__' },
    'no kid': { kid: undefined },
  }
  return Object.entries(claims).map(([name, extra]) => {
    const signed = `${encode({ ...original, alg: 'RS256', ...extra })}.${payload}`
    const made = signWith('sha256', Buffer.from(signed), privateKey).toString('base64url')
    return { name: `a key of one's own: ${name}`, token: `${signed}.${made}` }
  })
}

function headers({ header, payload, signature }: Parts): Attack[] {
  const text = Buffer.from(header, 'base64url').toString()
  const inner = text.slice(1, -1)
  const made: Record<string, string> = {
    'another order of names': `{${inner.split(',').toReversed().join(',')}}`,
    'the algorithm twice, none first': `{"alg":"none",${inner}}`,
    'the algorithm twice, none last': `{${inner},"alg":"none"}`,
    'crit without names': `{${inner},"crit":[]}`,
    'crit that nobody knows': `{${inner},"crit":["x"],"x":1}`,
    'crit of a known name': `{${inner},"crit":["exp"],"exp":9999999999}`,
    'crit that is no list': `{${inner},"crit":"b64"}`,
    'an unencoded payload': `{${inner},"crit":["b64"],"b64":false}`,
    'an unencoded payload, not critical': `{${inner},"b64":false}`,
    'a mark of order': `\uFEFF${text}`,
    'a prototype': `{${inner},"__proto__":{"alg":"none"}}`,
    'a list': `[${text}]`,
    'no JSON': inner,
    null: 'null',
    deep: `{${inner},"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  }
  const strange = Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28])]).toString(
    'base64url',
  )
  return [
    ...Object.entries(made).map(([name, changed]) => ({
      name: `header: ${name}`,
      token: `${encode(changed)}.${payload}.${signature}`,
    })),
    { name: 'header: no UTF-8', token: `${strange}.${payload}.${signature}` },
  ]
}
