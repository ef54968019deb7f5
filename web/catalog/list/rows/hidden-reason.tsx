import { EyeOff } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { useRowTexts } from './row-texts.tsx'

/** In place of the domain, the line that hides a store; it leads to the line. */
export function HiddenReason({ line, className }: { line: string; className: string }) {
  const { t } = useRowTexts()
  const reason = t('hidden.by', { line })
  return (
    <span className={cn('flex min-w-0 flex-[1_1_0] items-center', className)}>
      <Link
        to={paths.exclusions({ q: line })}
        title={reason}
        aria-label={reason}
        className="relative z-1 inline-flex min-h-6 min-w-0 items-center gap-1 rounded-sm bg-sunken px-1.5 text-2xs font-semibold text-muted hover:text-link hover:underline"
      >
        <EyeOff className="size-3.5 shrink-0" aria-hidden />
        <span className="truncate">{line}</span>
      </Link>
    </span>
  )
}
