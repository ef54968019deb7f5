import * as z from 'zod'

/** Where the bucket is and who we are there. Contains a secret: never log it. */
export type S3Address = {
  /** `https://host:port` */
  origin: string
  bucket: string
  /** Comes before each name: empty, or a folder with its final slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** The settings that other programs read from the environment too. */
type AwsSettings = {
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
}

const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^([\w-][\w.-]*\/)*$/

const Query = z.strictObject(
  {
    region: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'region is not the name of a region')
      .optional(),
    tls: z.enum(['0', '1'], { error: 'tls must be 0 or 1' }).default('1'),
  },
  { error: 'knows only the parameters region and tls' },
)

/**
 * Reads `s3://key:secret@host:port/bucket/folder?region=…&tls=0`. Key and secret may come from the
 * AWS settings instead.
 * @throws Error that says what is wrong, without repeating the address
 */
export function parseS3Address(text: string, aws: AwsSettings = {}): S3Address {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.hostname === '' || url.hash !== '')
    throw new Error('must look like s3://key:secret@host/bucket')
  const query = Query.safeParse(Object.fromEntries(url.searchParams))
  if (!query.success) throw new Error(query.error.issues[0]?.message)
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/')
  if (!BUCKET.test(bucket))
    throw new Error('names no bucket: 3 to 63 lower-case letters, digits, dots, hyphens')
  const prefix = folders.filter(Boolean).map((folder) => `${folder}/`)
  if (!PREFIX.test(prefix.join('')))
    throw new Error('the folder after the bucket may hold letters, digits, dots, hyphens')
  return {
    origin: `${query.data.tls === '1' ? 'https' : 'http'}://${url.host}`,
    bucket,
    prefix: prefix.join(''),
    region: query.data.region ?? aws.AWS_REGION ?? DEFAULT_REGION,
    ...credentialsOf(url, aws),
  }
}

function credentialsOf(url: URL, aws: AwsSettings) {
  if (url.username !== '' || url.password !== '') {
    if (url.username === '' || url.password === '')
      throw new Error('has only one of key and secret')
    return { accessKeyId: decode(url.username), secretAccessKey: decode(url.password) }
  }
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = aws
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined)
    throw new Error(
      'names no key and secret: write s3://key:secret@host/bucket, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  }
}

/** Secrets may hold `/` and `+`, which an address carries as `%2F` and `%2B`. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('key or secret has a % that begins no %XX: write it as %25')
  }
}
