/** The themes' shared style sheet; each page sets its own colours. */
export const THEME_STYLESHEET = `*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:hsl(var(--color-ink));background:#fff}
a{color:inherit}
img{max-width:100%;height:auto;display:block}
.skip-to-content-link{position:absolute;left:-999px}
.header{display:flex;align-items:center;gap:32px;max-width:var(--page-width);margin:0 auto;padding:16px 24px}
.header__heading-logo{width:140px;max-height:48px;object-fit:contain}
.list-menu{display:flex;gap:24px;margin:0;padding:0;list-style:none}
.list-menu a,.footer a{text-decoration:none}
.header__icon--account{margin-inline-start:auto}
.icon{width:22px;height:22px}
.banner{display:grid;gap:24px;justify-items:center;align-content:center;min-height:340px;padding:48px 24px;text-align:center;
background:linear-gradient(120deg,hsl(var(--color-base)),hsl(var(--color-ink),.25)),hsl(var(--color-base))}
.banner__heading{margin:0;max-width:22ch;font-size:44px;line-height:1.15}
.button{padding:14px 32px;border-radius:var(--radius);background:hsl(var(--color-ink));color:#fff;text-decoration:none}
.title,.rich-text,.link{display:block;max-width:var(--page-width);margin:40px auto 16px;padding:0 24px}
.product-grid{display:grid;grid-template-columns:repeat(4,1fr);gap:24px;max-width:var(--page-width);margin:0 auto;padding:0 24px;list-style:none}
.card__media img{width:100%;aspect-ratio:1;object-fit:cover;border-radius:var(--radius);background:hsl(var(--color-base))}
.card__heading{margin:12px 0 4px;font-size:15px;font-weight:500}
.card__heading a{text-decoration:none}
.price{font-size:15px}
main{min-height:50vh}
.footer{margin-top:64px;padding:40px 24px;background:hsl(var(--color-base));font-size:14px}
.footer__content-top{display:flex;flex-wrap:wrap;gap:48px;max-width:var(--page-width);margin:0 auto}
.footer ul{margin:0;padding:0;list-style:none}
.list-payment{display:flex;gap:8px;margin-top:24px!important}
.icon--full-color{width:38px;height:24px}
#shopify-pc__banner{position:fixed;inset:auto 16px 16px auto;display:flex;gap:12px;align-items:center;padding:12px 16px;border-radius:8px;background:#fff;box-shadow:0 4px 24px #0003;font-size:13px}
#shopify-pc__banner p{margin:0}
@media (max-width:700px){.product-grid{grid-template-columns:repeat(2,1fr)}.header__inline-menu{display:none}.banner__heading{font-size:30px}}
`

export const isThemeStylesheet = (path: string): boolean =>
  /\/t\/\d+\/assets\/base\.css$/.test(path)
