import type { ReactNode } from 'react'
import { rememberWay } from '#web/lib/navigation/way.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/logo.tsx'
import type { HeadingLevel } from './error-state.tsx'

type EmptyProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** `h1` when it replaces a whole page. */
  headingLevel?: HeadingLevel
}

export function EmptyState({
  title,
  children,
  action,
  icon,
  headingLevel: Heading = 'h2',
}: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-14 text-center">
      {icon}
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children != null && <div className="max-w-md text-muted">{children}</div>}
      {action != null && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

type UpgradeProps = { title: string; text: string; action: string; headingLevel?: HeadingLevel }

/** The plan does not include what was asked for, and the plans are one click away. */
export function UpgradeState({ text, action, ...heading }: UpgradeProps) {
  return (
    <EmptyState {...heading} action={<LinkButton to={paths.pricing()}>{action}</LinkButton>}>
      {text}
    </EmptyState>
  )
}

/** Visitors who are signed out can sign in, guests can buy a plan. */
export type AccessKind = 'signIn' | 'upgrade'

type Props = { kind: AccessKind; title: string; text: string; action: string; second: string }

/** Replaces a page for visitors without access: gives the reason and the next steps. */
export function AccessPanel({ kind, title, text, action, second }: Props) {
  const [first, other] =
    kind === 'signIn' ? [paths.login(), paths.pricing()] : [paths.pricing(), paths.home()]
  return (
    <Card className="mx-auto my-8 grid max-w-xl justify-items-start gap-4 p-6 sm:my-16 sm:p-9">
      <Mark className="size-11" />
      <h1 className="text-xl">{title}</h1>
      <p className="text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton to={first} onClick={() => rememberWay()}>
          {action}
        </LinkButton>
        <LinkButton to={other} variant="secondary">
          {second}
        </LinkButton>
      </div>
    </Card>
  )
}
