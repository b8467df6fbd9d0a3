var stats = {
    type: "GROUP",
name: "All Requests",
path: "",
pathFormatted: "group_missing-name--1146707516",
stats: {
    "name": "All Requests",
    "numberOfRequests": {
        "total": "250",
        "ok": "242",
        "ko": "8"
    },
    "minResponseTime": {
        "total": "3",
        "ok": "3",
        "ko": "7"
    },
    "maxResponseTime": {
        "total": "1258",
        "ok": "1258",
        "ko": "68"
    },
    "meanResponseTime": {
        "total": "322",
        "ok": "331",
        "ko": "36"
    },
    "standardDeviation": {
        "total": "453",
        "ok": "457",
        "ko": "19"
    },
    "percentiles1": {
        "total": "57",
        "ok": "58",
        "ko": "36"
    },
    "percentiles2": {
        "total": "851",
        "ok": "851",
        "ko": "56"
    },
    "percentiles3": {
        "total": "1252",
        "ok": "1252",
        "ko": "68"
    },
    "percentiles4": {
        "total": "1254",
        "ok": "1254",
        "ko": "68"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 172,
    "percentage": 68.8
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 40,
    "percentage": 16.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 30,
    "percentage": 12.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 8,
    "percentage": 3.2
},
    "meanNumberOfRequestsPerSecond": {
        "total": "35.71",
        "ok": "34.57",
        "ko": "1.14"
    }
},
contents: {
"group_checkout-1536904518": {
          type: "GROUP",
name: "checkout",
path: "checkout",
pathFormatted: "group_checkout-1536904518",
stats: {
    "name": "checkout",
    "numberOfRequests": {
        "total": "30",
        "ok": "25",
        "ko": "5"
    },
    "minResponseTime": {
        "total": "1277",
        "ok": "1277",
        "ko": "1301"
    },
    "maxResponseTime": {
        "total": "1535",
        "ok": "1535",
        "ko": "1392"
    },
    "meanResponseTime": {
        "total": "1358",
        "ok": "1361",
        "ko": "1345"
    },
    "standardDeviation": {
        "total": "60",
        "ok": "64",
        "ko": "32"
    },
    "percentiles1": {
        "total": "1352",
        "ok": "1352",
        "ko": "1345"
    },
    "percentiles2": {
        "total": "1391",
        "ok": "1391",
        "ko": "1366"
    },
    "percentiles3": {
        "total": "1499",
        "ok": "1499",
        "ko": "1392"
    },
    "percentiles4": {
        "total": "1535",
        "ok": "1535",
        "ko": "1392"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 0,
    "percentage": 0.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 25,
    "percentage": 83.33333333333334
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 5,
    "percentage": 16.666666666666664
},
    "meanNumberOfRequestsPerSecond": {
        "total": "4.29",
        "ok": "3.57",
        "ko": "0.71"
    }
},
contents: {
"group_payment--786681338": {
          type: "GROUP",
name: "payment",
path: "checkout / payment",
pathFormatted: "group_checkout---paym--450346821",
stats: {
    "name": "payment",
    "numberOfRequests": {
        "total": "30",
        "ok": "25",
        "ko": "5"
    },
    "minResponseTime": {
        "total": "1263",
        "ok": "1263",
        "ko": "1276"
    },
    "maxResponseTime": {
        "total": "1331",
        "ok": "1331",
        "ko": "1321"
    },
    "meanResponseTime": {
        "total": "1297",
        "ok": "1297",
        "ko": "1298"
    },
    "standardDeviation": {
        "total": "21",
        "ok": "22",
        "ko": "16"
    },
    "percentiles1": {
        "total": "1298",
        "ok": "1298",
        "ko": "1298"
    },
    "percentiles2": {
        "total": "1318",
        "ok": "1318",
        "ko": "1309"
    },
    "percentiles3": {
        "total": "1330",
        "ok": "1330",
        "ko": "1321"
    },
    "percentiles4": {
        "total": "1331",
        "ok": "1331",
        "ko": "1321"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 0,
    "percentage": 0.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 25,
    "percentage": 83.33333333333334
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 5,
    "percentage": 16.666666666666664
},
    "meanNumberOfRequestsPerSecond": {
        "total": "4.29",
        "ok": "3.57",
        "ko": "0.71"
    }
},
contents: {
"group_3-d-secure--2103400627": {
          type: "GROUP",
name: "3-D Secure",
path: "checkout / payment / 3-D Secure",
pathFormatted: "group_checkout---paym--2072562909",
stats: {
    "name": "3-D Secure",
    "numberOfRequests": {
        "total": "30",
        "ok": "30",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "1250",
        "ok": "1250",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "1258",
        "ok": "1258",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "1252",
        "ok": "1252",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "1",
        "ok": "1",
        "ko": "-"
    },
    "percentiles1": {
        "total": "1252",
        "ok": "1252",
        "ko": "-"
    },
    "percentiles2": {
        "total": "1252",
        "ok": "1252",
        "ko": "-"
    },
    "percentiles3": {
        "total": "1255",
        "ok": "1255",
        "ko": "-"
    },
    "percentiles4": {
        "total": "1258",
        "ok": "1258",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 0,
    "percentage": 0.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 30,
    "percentage": 100.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "4.29",
        "ok": "4.29",
        "ko": "-"
    }
},
contents: {
"req_get--slow--1281449658": {
        type: "REQUEST",
        name: "GET /slow",
path: "checkout / payment / 3-D Secure / GET /slow",
pathFormatted: "req_checkout---paym--919938792",
stats: {
    "name": "GET /slow",
    "numberOfRequests": {
        "total": "30",
        "ok": "30",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "1250",
        "ok": "1250",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "1258",
        "ok": "1258",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "1252",
        "ok": "1252",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "1",
        "ok": "1",
        "ko": "-"
    },
    "percentiles1": {
        "total": "1252",
        "ok": "1252",
        "ko": "-"
    },
    "percentiles2": {
        "total": "1252",
        "ok": "1252",
        "ko": "-"
    },
    "percentiles3": {
        "total": "1255",
        "ok": "1255",
        "ko": "-"
    },
    "percentiles4": {
        "total": "1258",
        "ok": "1258",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 0,
    "percentage": 0.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 30,
    "percentage": 100.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "4.29",
        "ok": "4.29",
        "ko": "-"
    }
}
    }
}

     },"req_post--stra-e-2063575365": {
        type: "REQUEST",
        name: "POST /Straße",
path: "checkout / payment / POST /Straße",
pathFormatted: "req_checkout---paym-1633851291",
stats: {
    "name": "POST /Straße",
    "numberOfRequests": {
        "total": "30",
        "ok": "25",
        "ko": "5"
    },
    "minResponseTime": {
        "total": "12",
        "ok": "12",
        "ko": "24"
    },
    "maxResponseTime": {
        "total": "79",
        "ok": "79",
        "ko": "68"
    },
    "meanResponseTime": {
        "total": "45",
        "ok": "45",
        "ko": "46"
    },
    "standardDeviation": {
        "total": "22",
        "ok": "23",
        "ko": "15"
    },
    "percentiles1": {
        "total": "46",
        "ok": "46",
        "ko": "46"
    },
    "percentiles2": {
        "total": "67",
        "ok": "67",
        "ko": "56"
    },
    "percentiles3": {
        "total": "79",
        "ok": "79",
        "ko": "68"
    },
    "percentiles4": {
        "total": "79",
        "ok": "79",
        "ko": "68"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 25,
    "percentage": 83.33333333333334
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 5,
    "percentage": 16.666666666666664
},
    "meanNumberOfRequestsPerSecond": {
        "total": "4.29",
        "ok": "3.57",
        "ko": "0.71"
    }
}
    }
}

     },"req_get--orders-1073175786": {
        type: "REQUEST",
        name: "GET /orders",
path: "checkout / GET /orders",
pathFormatted: "req_checkout---get--1027803423",
stats: {
    "name": "GET /orders",
    "numberOfRequests": {
        "total": "30",
        "ok": "30",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "13",
        "ok": "13",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "258",
        "ok": "258",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "61",
        "ok": "61",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "53",
        "ok": "53",
        "ko": "-"
    },
    "percentiles1": {
        "total": "57",
        "ok": "57",
        "ko": "-"
    },
    "percentiles2": {
        "total": "69",
        "ok": "69",
        "ko": "-"
    },
    "percentiles3": {
        "total": "223",
        "ok": "223",
        "ko": "-"
    },
    "percentiles4": {
        "total": "258",
        "ok": "258",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 30,
    "percentage": 100.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "4.29",
        "ok": "4.29",
        "ko": "-"
    }
}
    }
}

     },"group_report--yearly--557811150": {
          type: "GROUP",
name: "report, yearly",
path: "report, yearly",
pathFormatted: "group_report--yearly--557811150",
stats: {
    "name": "report, yearly",
    "numberOfRequests": {
        "total": "40",
        "ok": "40",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "850",
        "ok": "850",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "856",
        "ok": "856",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "852",
        "ok": "852",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "1",
        "ok": "1",
        "ko": "-"
    },
    "percentiles1": {
        "total": "852",
        "ok": "852",
        "ko": "-"
    },
    "percentiles2": {
        "total": "852",
        "ok": "852",
        "ko": "-"
    },
    "percentiles3": {
        "total": "855",
        "ok": "855",
        "ko": "-"
    },
    "percentiles4": {
        "total": "856",
        "ok": "856",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 0,
    "percentage": 0.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 40,
    "percentage": 100.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "5.71",
        "ok": "5.71",
        "ko": "-"
    }
},
contents: {
"req_get--orders-1073175786": {
        type: "REQUEST",
        name: "GET /orders",
path: "report, yearly / GET /orders",
pathFormatted: "req_report--yearly--1748052235",
stats: {
    "name": "GET /orders",
    "numberOfRequests": {
        "total": "40",
        "ok": "40",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "850",
        "ok": "850",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "856",
        "ok": "856",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "852",
        "ok": "852",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "1",
        "ok": "1",
        "ko": "-"
    },
    "percentiles1": {
        "total": "852",
        "ok": "852",
        "ko": "-"
    },
    "percentiles2": {
        "total": "852",
        "ok": "852",
        "ko": "-"
    },
    "percentiles3": {
        "total": "855",
        "ok": "855",
        "ko": "-"
    },
    "percentiles4": {
        "total": "856",
        "ok": "856",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 0,
    "percentage": 0.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 40,
    "percentage": 100.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "5.71",
        "ok": "5.71",
        "ko": "-"
    }
}
    }
}

     },"req_get--orders-1073175786": {
        type: "REQUEST",
        name: "GET /orders",
path: "GET /orders",
pathFormatted: "req_get--orders-1073175786",
stats: {
    "name": "GET /orders",
    "numberOfRequests": {
        "total": "40",
        "ok": "37",
        "ko": "3"
    },
    "minResponseTime": {
        "total": "5",
        "ok": "5",
        "ko": "7"
    },
    "maxResponseTime": {
        "total": "254",
        "ok": "254",
        "ko": "36"
    },
    "meanResponseTime": {
        "total": "75",
        "ok": "79",
        "ko": "19"
    },
    "standardDeviation": {
        "total": "77",
        "ok": "78",
        "ko": "12"
    },
    "percentiles1": {
        "total": "41",
        "ok": "55",
        "ko": "14"
    },
    "percentiles2": {
        "total": "146",
        "ok": "146",
        "ko": "36"
    },
    "percentiles3": {
        "total": "240",
        "ok": "240",
        "ko": "36"
    },
    "percentiles4": {
        "total": "254",
        "ok": "254",
        "ko": "36"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 37,
    "percentage": 92.5
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 3,
    "percentage": 7.5
},
    "meanNumberOfRequestsPerSecond": {
        "total": "5.71",
        "ok": "5.29",
        "ko": "0.43"
    }
}
    },"req_get--orders-ids-1800851613": {
        type: "REQUEST",
        name: "GET /orders?ids=1,2",
path: "GET /orders?ids=1,2",
pathFormatted: "req_get--orders-ids-1800851613",
stats: {
    "name": "GET /orders?ids=1,2",
    "numberOfRequests": {
        "total": "40",
        "ok": "40",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "4",
        "ok": "4",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "236",
        "ok": "236",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "63",
        "ok": "63",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "72",
        "ok": "72",
        "ko": "-"
    },
    "percentiles1": {
        "total": "35",
        "ok": "35",
        "ko": "-"
    },
    "percentiles2": {
        "total": "92",
        "ok": "92",
        "ko": "-"
    },
    "percentiles3": {
        "total": "236",
        "ok": "236",
        "ko": "-"
    },
    "percentiles4": {
        "total": "236",
        "ok": "236",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 40,
    "percentage": 100.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "5.71",
        "ok": "5.71",
        "ko": "-"
    }
}
    },"req_-------------1706568568": {
        type: "REQUEST",
        name: "목록 보기",
path: "목록 보기",
pathFormatted: "req_-------------1706568568",
stats: {
    "name": "목록 보기",
    "numberOfRequests": {
        "total": "40",
        "ok": "40",
        "ko": "0"
    },
    "minResponseTime": {
        "total": "3",
        "ok": "3",
        "ko": "-"
    },
    "maxResponseTime": {
        "total": "7",
        "ok": "7",
        "ko": "-"
    },
    "meanResponseTime": {
        "total": "4",
        "ok": "4",
        "ko": "-"
    },
    "standardDeviation": {
        "total": "1",
        "ok": "1",
        "ko": "-"
    },
    "percentiles1": {
        "total": "3",
        "ok": "3",
        "ko": "-"
    },
    "percentiles2": {
        "total": "4",
        "ok": "4",
        "ko": "-"
    },
    "percentiles3": {
        "total": "7",
        "ok": "7",
        "ko": "-"
    },
    "percentiles4": {
        "total": "7",
        "ok": "7",
        "ko": "-"
    },
    "group1": {
    "name": "t < 800 ms",
    "htmlName": "t < 800 ms",
    "count": 40,
    "percentage": 100.0
},
    "group2": {
    "name": "800 ms <= t < 1200 ms",
    "htmlName": "t >= 800 ms <br> t < 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group3": {
    "name": "t >= 1200 ms",
    "htmlName": "t >= 1200 ms",
    "count": 0,
    "percentage": 0.0
},
    "group4": {
    "name": "failed",
    "htmlName": "failed",
    "count": 0,
    "percentage": 0.0
},
    "meanNumberOfRequestsPerSecond": {
        "total": "5.71",
        "ok": "5.71",
        "ko": "-"
    }
}
    }
}

}

function fillStats(stat){
    $("#numberOfRequests").append(stat.numberOfRequests.total);
    $("#numberOfRequestsOK").append(stat.numberOfRequests.ok);
    $("#numberOfRequestsKO").append(stat.numberOfRequests.ko);

    $("#minResponseTime").append(stat.minResponseTime.total);
    $("#minResponseTimeOK").append(stat.minResponseTime.ok);
    $("#minResponseTimeKO").append(stat.minResponseTime.ko);

    $("#maxResponseTime").append(stat.maxResponseTime.total);
    $("#maxResponseTimeOK").append(stat.maxResponseTime.ok);
    $("#maxResponseTimeKO").append(stat.maxResponseTime.ko);

    $("#meanResponseTime").append(stat.meanResponseTime.total);
    $("#meanResponseTimeOK").append(stat.meanResponseTime.ok);
    $("#meanResponseTimeKO").append(stat.meanResponseTime.ko);

    $("#standardDeviation").append(stat.standardDeviation.total);
    $("#standardDeviationOK").append(stat.standardDeviation.ok);
    $("#standardDeviationKO").append(stat.standardDeviation.ko);

    $("#percentiles1").append(stat.percentiles1.total);
    $("#percentiles1OK").append(stat.percentiles1.ok);
    $("#percentiles1KO").append(stat.percentiles1.ko);

    $("#percentiles2").append(stat.percentiles2.total);
    $("#percentiles2OK").append(stat.percentiles2.ok);
    $("#percentiles2KO").append(stat.percentiles2.ko);

    $("#percentiles3").append(stat.percentiles3.total);
    $("#percentiles3OK").append(stat.percentiles3.ok);
    $("#percentiles3KO").append(stat.percentiles3.ko);

    $("#percentiles4").append(stat.percentiles4.total);
    $("#percentiles4OK").append(stat.percentiles4.ok);
    $("#percentiles4KO").append(stat.percentiles4.ko);

    $("#meanNumberOfRequestsPerSecond").append(stat.meanNumberOfRequestsPerSecond.total);
    $("#meanNumberOfRequestsPerSecondOK").append(stat.meanNumberOfRequestsPerSecond.ok);
    $("#meanNumberOfRequestsPerSecondKO").append(stat.meanNumberOfRequestsPerSecond.ko);
}
