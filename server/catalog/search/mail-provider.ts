import type { MAIL_BRANDS } from '#contracts/catalog/mail-providers.ts'
import { isFreeMail } from '#server/platform/mail/email-address.ts'

const DOMAINS: Record<keyof typeof MAIL_BRANDS, string> = {
  gmail: 'gmail.com googlemail.com',
  outlook: `outlook.com outlook.de outlook.fr outlook.es outlook.com.br outlook.com.tr hotmail.com hotmail.de hotmail.fr hotmail.es
    hotmail.co.uk hotmail.it hotmail.com.tr live.com live.de live.fr live.co.uk msn.com`,
  yahoo:
    'yahoo.com yahoo.de yahoo.fr yahoo.es yahoo.co.uk yahoo.com.br yahoo.co.jp yahoo.it ymail.com',
  icloud: 'icloud.com me.com mac.com',
  aol: 'aol.com',
  gmx: 'gmx.de gmx.net gmx.com gmx.at gmx.ch',
  web_de: 'web.de',
  t_online: 't-online.de',
  proton: 'proton.me protonmail.com pm.me',
  zoho: 'zoho.com',
  yandex: 'yandex.com yandex.ru yandex.com.tr',
  mail_ru: 'mail.ru',
  orange: 'orange.fr wanadoo.fr',
  laposte: 'laposte.net',
  libero: 'libero.it virgilio.it',
  uol: 'uol.com.br bol.com.br',
  qq: 'qq.com',
  netease: '163.com 126.com',
  naver: 'naver.com',
}
const brands: ReadonlyMap<string, string> = new Map(
  Object.entries(DOMAINS).flatMap(([brand, domains]) =>
    domains.split(/\s+/).map((domain) => [domain, brand] as const),
  ),
)

/** @returns one of `MAIL_PROVIDERS` */
export function mailProviderOf(domain: string, isOwnDomain: boolean): string {
  if (isOwnDomain) return 'own'
  return brands.get(domain) ?? (isFreeMail(domain) ? 'free_mail' : 'other')
}
