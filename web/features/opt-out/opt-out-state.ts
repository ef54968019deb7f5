import type { OptedOut, OptOutTask } from '#contracts/opt-out.ts'

/** The current step of the opt-out. */
export type OptOutState =
  | { kind: 'entering'; domain: string }
  | { kind: 'proving'; task: OptOutTask }
  /** The owner followed the link in our mail; opening it changes nothing yet. */
  | { kind: 'arrived'; domain: string; token: string }
  | { kind: 'done'; outcome: OptedOut }

/** Reads the start state from the address: the mail's link names domain and secret, other links may name only the domain. */
export function arrivalOf(search: string, token: string | null): OptOutState {
  const domain = new URLSearchParams(search).get('domain')?.trim() ?? ''
  return token !== null && domain !== '' ? { kind: 'arrived', domain, token } : { kind: 'entering', domain }
}
