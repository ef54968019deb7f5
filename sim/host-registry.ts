import type { Brand } from './shop-platform/brand.ts'
import type { ShopReference } from './shop-platform/shop-reference.ts'
import type { StrayKind } from './shop-platform/stray-host.ts'

/** The owner of a host, regardless of its prefix (`www.`, `shop.`, `account.`). */
export type HostOwner =
  | { kind: 'shop'; reference: ShopReference }
  | {
      kind: 'stray'
      stray: Exclude<StrayKind, 'reissue'>
      ordinal: number
      /** The shop that a moved domain redirects to. */
      target: ShopReference | null
    }

export type HostRegistry = {
  register: (owner: HostOwner, brand: Brand) => void
  ownerOfDomain: (domain: string) => HostOwner | null
  ownerOfHandle: (handle: string) => HostOwner | null
  shops: () => Generator<ShopReference>
  strays: () => Generator<Extract<HostOwner, { kind: 'stray' }>>
}

export function createHostRegistry(): HostRegistry {
  const domains = new Map<string, HostOwner>()
  const handles = new Map<string, HostOwner>()
  return {
    register(owner, { domain, handle }) {
      // In a rare clash of names the first shop keeps the domain, and the second is never
      // reachable.
      if (domains.has(domain)) return
      domains.set(domain, owner)
      if (owner.kind === 'shop') handles.set(handle, owner)
    },
    ownerOfDomain: (domain) => domains.get(domain) ?? null,
    ownerOfHandle: (handle) => handles.get(handle) ?? null,
    *shops() {
      for (const owner of domains.values()) if (owner.kind === 'shop') yield owner.reference
    },
    *strays() {
      for (const owner of domains.values()) if (owner.kind === 'stray') yield owner
    },
  }
}
