import { describe, expect, test } from 'vitest'
import { parseS3Address } from './s3-address.ts'

const AWS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'other' }
const PLAIN = {
  origin: 'https://s3.example',
  bucket: 'files',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
}
const OTHER = { accessKeyId: 'id', secretAccessKey: 'other' }
const TOKEN = { AWS_SESSION_TOKEN: 'token' }

test.each([
  ['s3://key:secret@s3.example/files', {}, {}],
  ['s3://key:secret@s3.example/files/', {}, {}],
  ['s3://key:secret@127.0.0.1:9000/files?tls=0', {}, { origin: 'http://127.0.0.1:9000' }],
  ['s3://key:secret@[::1]:9000/files', {}, { origin: 'https://[::1]:9000' }],
  ['s3://key:secret@s3.example/files/a/b_c', {}, { prefix: 'a/b_c/' }],
  ['s3://key:secret@s3.example/files?region=auto', { AWS_REGION: 'x' }, { region: 'auto' }],
  ['s3://key:secret@s3.example/files', { AWS_REGION: 'eu-west-1' }, { region: 'eu-west-1' }],
  ['s3://k%2Fy:s%2F%2B@s3.example/files', {}, { accessKeyId: 'k/y', secretAccessKey: 's/+' }],
  ['s3://s3.example/files', AWS, OTHER],
  ['s3://s3.example/files', { ...AWS, ...TOKEN }, { ...OTHER, sessionToken: 'token' }],
  ['s3://key:secret@s3.example/files', { ...AWS, ...TOKEN }, {}],
])('%s is read', (text, aws, own) => {
  expect(parseS3Address(text, aws)).toEqual({ ...PLAIN, ...own })
})

describe('an address that cannot be used', () => {
  const PASSWORD = 'hunter2'
  const HOST = `s3://key:${PASSWORD}@s3.example`
  test.each([
    ['', 'must look like'],
    ['files', 'must look like'],
    [`https://key:${PASSWORD}@s3.example/files`, 'must look like'],
    [`s3://key:${PASSWORD}@/files`, 'must look like'],
    [`${HOST}/files#x`, 'must look like'],
    [HOST, 'names no bucket'],
    [`${HOST}/`, 'names no bucket'],
    [`${HOST}/My_Bucket`, 'names no bucket'],
    [`${HOST}/files/a%20b`, 'the folder after the bucket'],
    [`${HOST}/files/.x`, 'the folder after the bucket'],
    [`${HOST}/files?tls=no`, 'tls must be 0 or 1'],
    [`${HOST}/files?region=EU West`, 'region is not'],
    [`${HOST}/files?secure=1`, 'knows only the parameters'],
    [`s3://:${PASSWORD}@s3.example/files`, 'only one of key and secret'],
    ['s3://key@s3.example/files', 'only one of key and secret'],
    [`s3://key:${PASSWORD}%@s3.example/files`, 'begins no %XX'],
    ['s3://s3.example/files', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('is refused with a reason, which does not repeat it: %s', (text, reason) => {
    const refuse = () => parseS3Address(text, { AWS_ACCESS_KEY_ID: 'id' })
    expect(refuse).toThrow(reason)
    expect(refuse).not.toThrow(PASSWORD)
  })
})
