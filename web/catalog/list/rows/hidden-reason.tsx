import { EyeOff } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useRowTexts } from './row-texts.tsx'

/** The line that hides a store, where hidden ones are shown; it leads to the line. */
export function HiddenReason({ line }: { line: string | null }) {
  const { t } = useRowTexts()
  if (line === null) return null
  const reason = t('hidden.by', { line })
  return (
    <Link
      to={paths.exclusions({ q: line })}
      title={reason}
      className="relative z-1 inline-flex min-h-6 max-w-40 min-w-0 shrink items-center gap-1 rounded-sm bg-sunken px-1.5 text-2xs font-semibold text-muted hover:text-link hover:underline max-work:col-start-2"
    >
      <EyeOff className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">{reason}</span>
    </Link>
  )
}
