export type TilePath = { kind: number | 'data' | 'names'; number: number; width: number }

const PATH = /^tile\/(\d{1,2}|data|names)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/

/** `tile/0/x001/234` or `tile/data/000.p/17`; null for anything else. */
export function parseTilePath(path: string): TilePath | null {
  const match = PATH.exec(path)
  if (!match) return null
  const [, kind = '', groups = '', partial] = match
  const width = partial === undefined ? 256 : Number(partial)
  if (width < 1 || (partial !== undefined && width > 255)) return null
  const number = Number(groups.replaceAll('/', '').replaceAll('x', ''))
  return { kind: kind === 'data' || kind === 'names' ? kind : Number(kind), number, width }
}
