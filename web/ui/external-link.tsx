import { ExternalLink as Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'

type Props = { href: string | null; className?: string; children: ReactNode }

/** In a new tab and without a referrer. Text that is not a web address stays plain. */
export function ExternalLink({ href, className, children }: Props) {
  const { t } = useTranslation('common')
  const url = externalUrl(href)
  if (!url) return <span className={className}>{children}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener nofollow ugc noreferrer"
      className={cn('inline-flex items-center gap-1.5', className)}
    >
      {children}
      <Icon className="size-[0.95em] shrink-0" aria-hidden />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}

/** Null for `javascript:` and any other untrusted input. */
export function externalUrl(text: string | null | undefined): string | null {
  if (!text) return null
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
