import { LogOut, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { openSurface } from '#web/lib/navigation/open-surface.ts'
import type { SessionUser } from '#web/lib/session/session-user.ts'
import { badgeOf, planOf, useLogOut } from '#web/lib/session/session.tsx'
import { Avatar, fullNameOf } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { accountLinks } from './nav-links.ts'

export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation('navigation')
  const logOut = useLogOut()
  const badge = badgeOf(user)
  return (
    <Menu trigger={<AvatarButton user={user} label={t('accountMenu')} />} className="w-64">
      {({ MenuItem, MenuLabel, MenuLink, MenuRule }) => (
        <>
          <MenuLabel>
            <span className="flex items-start justify-between gap-3">
              <strong className="min-w-0 break-words">{fullNameOf(user)}</strong>
              <Badge tone={badge === 'guest' ? 'plain' : 'sun'}>{t(`plan.${badge}`)}</Badge>
            </span>
            <span className="block truncate text-muted">{user.email}</span>
          </MenuLabel>
          <MenuRule />
          {accountLinks(planOf(user) === 'guest' ? 'guest' : 'paid').map(({ name, to }) => (
            <MenuLink key={name} to={to}>
              {t(name)}
            </MenuLink>
          ))}
          <MenuRule />
          {/* For narrow screens, where the bar has no room for the button. */}
          <MenuItem className="md:hidden" onSelect={() => openSurface('palette')}>
            <Search className="size-4" aria-hidden />
            {t('palette')}
          </MenuItem>
          <MenuItem onSelect={() => void logOut()}>
            <LogOut className="size-4" aria-hidden />
            {t('logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

export const avatarSize = 'ms-1 size-10 in-data-work:size-8 pointer-coarse:size-11!'

type AvatarProps = React.ComponentProps<'button'> & { user: SessionUser; label: string }

function AvatarButton({ user, label, ...rest }: AvatarProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cn('grid shrink-0 place-items-center rounded-full', avatarSize)}
    >
      <Avatar
        person={user}
        className="size-full text-sm in-data-work:size-8 in-data-work:text-xs"
      />
      <span className="sr-only">{`${label}: ${fullNameOf(user)}`}</span>
    </button>
  )
}
