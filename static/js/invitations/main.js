// The page to which a notification of an invitation leads: it takes the seat at once. A link alone cannot, because only a form
// with the page's token does.

document.getElementById("take-seat").requestSubmit();
