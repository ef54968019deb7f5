import { aboutText } from '../about.ts'
import { UI } from '../catalogue/texts.ts'
import { escapeHtml } from '../../escape-html.ts'
import type { Storefront } from '../storefront.ts'
import { renderPage } from './layout.ts'

/**
 * The page in front of a shop that has not opened yet. `path` is `/` if the platform serves it in
 * place.
 */
export function passwordPage(storefront: Storefront, path: string): string {
  const { profile } = storefront
  const { language } = profile.brand.country
  const formClass =
    profile.theme.schemaName === 'Debut' ? 'form-single-field' : 'storefront-password-form'
  const page = renderPage(storefront, {
    pageType: 'password',
    path: '/password',
    title: UI.password[language],
    main: `<div class="password-page"><h1 class="password__heading">${escapeHtml(UI.password[language])}</h1><p>${escapeHtml(aboutText(profile))}</p>
<form method="post" action="/password" id="login_form" accept-charset="UTF-8" class="${formClass}"><input type="hidden" name="form_type" value="storefront_password"><input type="hidden" name="utf8" value="✓">
<label for="Password">${escapeHtml(UI.enterPassword[language])}</label><input type="password" name="password" id="Password" autocomplete="nope"><button type="submit" name="commit">OK</button></form></div>`,
  })
  // Served in place, the page does not reveal itself by its template class.
  return path === '/' ? page.replace('class="template-password"', 'class="gradient"') : page
}
