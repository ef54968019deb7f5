import type { OptedOut, OptOutTask } from '#contracts/opt-out.ts'

/** Where somebody is on the way out. */
export type OptOutState =
  | { kind: 'entering'; domain: string }
  | { kind: 'proving'; task: OptOutTask }
  /** Came by the link of our mail; opening it changes nothing yet. */
  | { kind: 'arrived'; domain: string; token: string }
  | { kind: 'done'; outcome: OptedOut }

/** What the address says: a mail's link names domain and secret, any other may name the domain alone. */
export function arrivalOf(search: string, token: string | null): OptOutState {
  const domain = new URLSearchParams(search).get('domain')?.trim() ?? ''
  return token !== null && domain !== '' ? { kind: 'arrived', domain, token } : { kind: 'entering', domain }
}
