/** Public mail providers that many shops use, by their name, which is the same in every language. */
export const MAIL_BRANDS = {
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
  icloud: 'iCloud',
  aol: 'AOL',
  gmx: 'GMX',
  web_de: 'WEB.DE',
  t_online: 'T-Online',
  proton: 'Proton',
  zoho: 'Zoho',
  yandex: 'Yandex',
  mail_ru: 'Mail.ru',
  orange: 'Orange',
  laposte: 'La Poste',
  libero: 'Libero',
  uol: 'UOL',
  qq: 'QQ',
  netease: 'NetEase',
  naver: 'Naver',
}

/** `own` = the shop's domain, `free_mail` = any other public provider, `other` = another domain. */
export const MAIL_PROVIDERS = ['own', ...Object.keys(MAIL_BRANDS), 'free_mail', 'other']
