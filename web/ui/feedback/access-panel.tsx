import { rememberWay } from '#web/lib/navigation/way.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/logo.tsx'

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
