import type { TestWorld } from '../world-for-tests.ts'
import { readCheckpoint } from './log-verifier.ts'

export type ListedLog = {
  description: string
  key: string
  log_id: string
  state: Record<string, unknown>
  temporal_interval?: { start_inclusive: string; end_exclusive: string }
  url?: string
  monitoring_url?: string
}

/** Of each operator the tiled logs first. */
export async function readLogList({ get, world }: TestWorld): Promise<ListedLog[]> {
  const list = JSON.parse((await get(world.address.logListUrl)).text)
  return list.operators.flatMap((operator: { logs: ListedLog[]; tiled_logs: ListedLog[] }) => [
    ...operator.tiled_logs,
    ...operator.logs,
  ])
}

/** @throws if the list has no such log */
export function findLog(listed: readonly ListedLog[], name: string): { url: string; key: string } {
  const log = listed.find(({ description }) => description.includes(`'${name}'`))
  const url = log?.monitoring_url ?? log?.url
  if (!log || !url) throw new Error(`no log ${name} in the list`)
  return { url, key: log.key }
}

export const readHead = async ({ get }: TestWorld, url: string) =>
  readCheckpoint((await get(`${url}checkpoint`)).text)

const base64 = (text: string): Buffer => Buffer.from(text, 'base64')

export async function readTreeHead({ get }: TestWorld, url: string) {
  const sth = JSON.parse((await get(`${url}ct/v1/get-sth`)).text)
  return {
    size: Number(sth.tree_size),
    root: base64(sth.sha256_root_hash),
    timestampMs: Number(sth.timestamp),
    digitallySigned: base64(sth.tree_head_signature),
  }
}

export async function readProof({ get }: TestWorld, url: string, first: number, second: number) {
  const { text } = await get(`${url}ct/v1/get-sth-consistency?first=${first}&second=${second}`)
  const hashes: string[] = JSON.parse(text).consistency
  return hashes.map(base64)
}

export const splitHashes = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / 32 }, (_, hash) => bytes.subarray(hash * 32, hash * 32 + 32))
