import { useLocation } from 'react-router'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Copies the address as it is after the latest change of a tab or a filter. */
export function CopyLink({ label }: { label: string }) {
  const { pathname, search, hash } = useLocation()
  const origin = globalThis.location?.origin ?? ''
  return <CopyButton value={origin + pathname + search + hash} label={label} />
}
