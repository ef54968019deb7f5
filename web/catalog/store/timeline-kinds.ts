import { ChangeKind } from '#contracts/stores/timeline.ts'

/** The kinds that the address names, each once and in the order of the contract; unknown ones count as not given. */
export function readKinds(params: URLSearchParams): ChangeKind[] {
  const named = new Set(params.get('kinds')?.split(','))
  return ChangeKind.options.filter((kind) => named.has(kind))
}

/** All or none are no choice. */
export function withKinds(params: URLSearchParams, kinds: readonly ChangeKind[]): URLSearchParams {
  const next = new URLSearchParams(params)
  const isChoice = kinds.length > 0 && kinds.length < ChangeKind.options.length
  if (isChoice) next.set('kinds', kinds.join(','))
  else next.delete('kinds')
  return next
}

/** In the order of the contract, so that equal choices have equal addresses. */
export const toggled = (
  kinds: readonly ChangeKind[],
  changed: readonly ChangeKind[],
  isOn: boolean,
): ChangeKind[] => ChangeKind.options.filter((kind) => (changed.includes(kind) ? isOn : kinds.includes(kind)))
