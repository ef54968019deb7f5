import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import { freeShippingIn } from './offers.ts'

// Sources: all rows own, after announcement bars in these languages.

describe('the order value for free shipping', () => {
  // prettier-ignore
  test.each([

['Free shipping on orders over ₹999','₹999'],['Free delivery over AED 200','AED 200'],['FREE SHIPPING OVER A$99','A$99'],['Free shipping $75 & up','$75'],['Gratis-Versand ab 50 €','50 €'],['Frais de port offerts dès 50 €','50 €'],
['Free shipping on orders over Rs. 999','Rs. 999'],['Orders over NZ$120 ship free','NZ$120'],['Free shipping on U.S. orders over $50, no code needed','$50'],['Complimentary shipping on all orders $150+','$150'],['Shipping is free when you spend $60 or more','$60'],['Free shipping with a minimum purchase of R500','R500'],
['Shipping $4.95 (free shipping over $50)','$50'],['Don’t miss out: free shipping over $35!','$35'],['Free shipping and returns on orders over €80','€80'],['Free shipping over $75 (excluding Alaska, not valid on gift cards)','$75'],
['Ab einem Bestellwert von 49,90 € liefern wir kostenlos','49,90 €'],['Versand 4,90 €, ab 60 € versandkostenfrei','60 €'],['Gratisversand ab CHF 80.-','CHF 80'],['Portofreie Lieferung ab 39€ Bestellwert','39€'],['Kostenloser Versand für Bestellungen über 100 EUR','100 EUR'],['Keine Versandkosten ab 75 €','75 €'],
["Livraison gratuite à partir de 69 € d'achat",'69 €'],['Livraison offerte pour toute commande supérieure à 45€','45€'],['Port offert dès 1 000 € d’achats','1 000 €'],["Sans frais de port dès CHF 60",'CHF 60'],["Livraison offerte dès 50€ hors Corse",'50€'],
['Envío gratis en compras superiores a $1,499','$1,499'],['Envíos gratis a partir de 60€','60€'],['Sin gastos de envío desde 39,90 €','39,90 €'],['ENVÍO GRATIS POR COMPRAS MAYORES A S/ 199','S/ 199'],['Despacho gratis sobre $29.990','$29.990'],
['Frete grátis acima de R$ 199,90','R$ 199,90'],['Frete Grátis nas compras acima de R$299','R$299'],['Portes grátis a partir de 50€','50€'],['Envio gratuito em compras superiores a 40 €','40 €'],
['500 TL ve üzeri ücretsiz kargo','500 TL'],['750₺ üzeri kargo bedava','750₺'],["1000 TL'nin üzerinde KARGO ÜCRETSİZ",'1000 TL'],['ÜCRETSİZ KARGO: 400 TL VE ÜZERİ ALIŞVERİŞLERDE','400 TL'],
['Spedizione gratuita per ordini superiori a 59€','59€'],['Spedizione gratis oltre i 49,90 €','49,90 €'],['Gratis verzending vanaf € 50','€ 50'],['Nu gratis verzending boven €75','€75'],
['Fri frakt över 499 kr','499 kr'],['Gratis fragt ved køb over 399 kr.','399 kr.'],['Ilmainen toimitus yli 60 € tilauksille','60 €'],['Darmowa dostawa od 199 zł','199 zł'],['Doprava zdarma nad 1 500 Kč','1 500 Kč'],['Transport gratuit peste 250 lei','250 lei'],['Ingyenes szállítás 15 000 Ft felett','15 000 Ft'],['Δωρεάν μεταφορικά άνω των 50€','50€'],['Бесплатная доставка от 3 000 ₽','3 000 ₽'],
['5,000円以上で送料無料','5,000円'],['¥8,000（税込）以上のご注文で送料無料','¥8,000'],['全館滿NT$999免運','NT$999'],['50,000원 이상 무료배송','50,000원'],['شحن مجاني للطلبات فوق 200 ريال','200 ريال'],['Miễn phí vận chuyển cho đơn từ 500.000đ','500.000đ'],['Gratis ongkir min. Rp 100.000','Rp 100.000'],['สั่งซื้อครบ 500 บาท ส่งฟรี','500 บาท'],
['Free shipping at $75','$75'],['Free shipping starts at $50','$50'],['Free delivery is available at £40','£40'],['Envío gratis a partir de $999 MXN','$999 MXN'],['Free shipping above ₹ 1,299/-','₹ 1,299/-'],
['FREE US SHIPPING OVER $75.00 | Easy returns', '$75.00'],
['Envío GRATIS península +50€', '50€'],['Livraison gratuite +60 €','60 €'],['Fri frakt over 799,-','799,-'],
['Livraison standard offerte dès 45 €','45 €'],['Envío a península gratis desde 49 €','49 €'],['Frete expresso grátis acima de R$ 250','R$ 250'],
['Free standard shipping over $50, free express shipping over $150','$50'],
['Versandkostenfrei ab 49,90 €','49,90 €'],['Spend £30 or more for free delivery','£30'],
  ])('%s', (text, amount) => expect(freeShippingIn(text)).toBe(amount))

  // Negations, questions, other sentences, other offers, and steps of a cart.
  // prettier-ignore
  test.each([

'Free shipping on dresses at $20','Free shipping, lamps at $20','Free shipping worldwide','Shipping from $5','Free shipping for all 12 lamps','Lamp $50',
'No free shipping on orders over $50','We do not offer free shipping, even over $100','Orders over $50 are excluded from free shipping','Free shipping is no longer available for orders over $75','We used to offer free shipping over $50','Shipping is not free over $50','Envío no gratis desde 50 €','La livraison standard n’est pas gratuite dès 50 €','Do you offer free shipping over $50?','Free shipping on all orders. Orders over $100 get a gift.','Free shipping | Orders over $80 get 10% off','Free shipping + 10% off orders over $60','Free shipping and a free gift over $75','You are $23 away from free shipping','Spend $20 more for free shipping','Only $50 + free shipping','Save $50 with free shipping','Free shipping on every order','Free shipping from $0','Free express samples over $50','Free returns over $50','Unfortunately free shipping over $50 ended','Free shipping, express from $10',
'Kein kostenloser Versand, auch nicht ab 100 €','Der Versand ist nicht versandkostenfrei, ab 50 € gibt es Rabatt','Kostenloser Versand. Ab 50 € gibt es ein Geschenk.','Kostenloser Versand und ab 50 € ein Gratisgeschenk','Noch 12 € bis zum kostenlosen Versand','Versandkostenfrei, sonst Pauschale ab 4,90 €','Ab 50 € Geschenk und kostenloser Versand',
"La livraison n'est pas offerte, même dès 50 €",'Pas de livraison gratuite dès 50 €','Livraison offerte. Cadeau dès 60 € d’achat','Plus que 12 € pour la livraison offerte','Livraison offerte et cadeau dès 80€',
'No hay envío gratis desde 50 €','Sin envío gratis a partir de 50 €','Envío gratis. Desde 50 € un regalo','Envío gratis y 10% de descuento desde 40 €','¿Envío gratis desde 50 €?',
'Não oferecemos frete grátis acima de R$ 100','Frete grátis e brinde acima de R$ 199','Sem frete grátis acima de R$ 99',
'500 TL üzeri siparişlerde ücretsiz kargo yoktur','500 TL ve üzeri kargo ücretsiz değildir','Ücretsiz kargo ve 500 TL üzeri hediye',
'5,000円以上でも送料無料ではありません','送料無料は対象外です 5,000円以上','Non offriamo spedizione gratuita oltre 50 €','Geen gratis verzending vanaf € 50','Free shipping in 3-5 days over 50 countries',
  ])('%s promises none', (text) => expect(freeShippingIn(text)).toBeNull())

  test('is read quickly in hostile texts', () => {
    for (const part of [
      '1',
      '$1 ',
      'free shipping ',
      'over 1 ',
      '. ',
      'no ',
      '1,',
      "$1'a ",
      '1.1.',
      '(',
    ])
      expect(
        cpuMsOf(() => freeShippingIn(`free shipping ${part.repeat(50_000 / part.length)}1`)),
      ).toBeLessThan(100)
  })
})
