/** Reads the place where the owner of a domain published the proof. */
export type ReadProofs = (
  domain: string,
  method: 'dns' | 'meta',
) => Promise<{ kind: 'read'; texts: string[] } | { kind: 'unreachable' }>

/** For a server that must not contact any host. */
export const readNoProofs: ReadProofs = async () => ({ kind: 'unreachable' })
